/// The other side's statement that it has recorded a capture.
public struct ReceiptRecord: Equatable, Sendable {
  private static let what = "spark-receipt"

  /// The capture.
  public var id: CaptureID
  /// How the statement was made, such as `directory`.
  public var kind: String
  /// The register's identity.
  public var register: String
  /// The truth, or the sealed record, byte for byte as the register holds it.
  public var record: Digest
  /// The object, or the sealed copy.
  public var object: Digest
  /// What the sealed record carries; nil for a capture that went as it is.
  public var tag: Octets32?
  /// When it was recorded.
  public var time: Timestamp
  /// The line of the register's log that says so, and the proof that it stands there; nil in a receipt of
  /// a register that had no log.
  public var trail: TrailProof?

  /// Makes a record of its values.
  public init(
    id: CaptureID, kind: String, register: String, record: Digest, object: Digest,
    tag: Octets32? = nil, time: Timestamp, trail: TrailProof? = nil
  ) {
    self.id = id
    self.kind = kind
    self.register = register
    self.record = record
    self.object = object
    self.tag = tag
    self.time = time
    self.trail = trail
  }

  /// Whether this is a receipt for a capture, by its truth's digest or by its sealed copy's tag.
  ///
  /// Sealed copies of one capture differ, and their tag is the same.
  public func isFor(_ truth: CaptureRecord, digest: Digest, sealed: SealedRecord?) -> Bool {
    guard id == truth.id else { return false }
    if let tag { return tag == sealed?.tag }
    return !truth.isSealed && record == digest && object == truth.object
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var id: CaptureID?
    var kind: String?
    var register: String?
    var record: Digest?
    var object: Digest?
    var tag: Octets32?
    var time: Timestamp?
    var trail = TrailProof.Fields()
    try RecordReader.read(bytes, ReceiptRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Kind": try field.store(try field.text(), in: &kind)
      case "Register": try field.store(try field.text(), in: &register)
      case "Record": try field.store(try field.digest(), in: &record)
      case "Object": try field.store(try field.digest(), in: &object)
      case "Tag": try field.store(try field.octets32(), in: &tag)
      case "Time": try field.store(try field.time(), in: &time)
      default: try trail.read(field)
      }
    }
    self.id = try RecordReader.require(id, ReceiptRecord.what, "Id")
    self.kind = try RecordReader.require(kind, ReceiptRecord.what, "Kind")
    self.register = try RecordReader.require(register, ReceiptRecord.what, "Register")
    self.record = try RecordReader.require(record, ReceiptRecord.what, "Record")
    self.object = try RecordReader.require(object, ReceiptRecord.what, "Object")
    self.tag = tag
    self.time = try RecordReader.require(time, ReceiptRecord.what, "Time")
    self.trail = try trail.proof(ReceiptRecord.what)
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: ReceiptRecord.what + " 1", capacity: 4096)
    writer.append("Id", write: id.append)
    writer.append("Kind", kind)
    writer.append("Register", register)
    writer.append("Record", write: record.append)
    writer.append("Object", write: object.append)
    if let tag { writer.append("Tag", tag.hex) }
    writer.append("Time", write: time.append)
    trail?.append(to: &writer)
    return writer.finish()
  }
}
