/// The other side's statement that it has recorded a capture.
public struct ReceiptRecord: Equatable, Sendable {
  private static let what = "spark-receipt"

  /// The capture.
  public var id: CaptureID
  /// How the statement was made, such as `directory`.
  public var kind: String
  /// The register's identity.
  public var register: String
  /// The truth, byte for byte as the register holds it.
  public var record: Digest
  /// The object.
  public var object: Digest
  /// When it was checked.
  public var time: Timestamp

  /// Makes a record of its values.
  public init(
    id: CaptureID, kind: String, register: String, record: Digest, object: Digest, time: Timestamp
  ) {
    self.id = id
    self.kind = kind
    self.register = register
    self.record = record
    self.object = object
    self.time = time
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var id: CaptureID?
    var kind: String?
    var register: String?
    var record: Digest?
    var object: Digest?
    var time: Timestamp?
    try RecordReader.read(bytes, ReceiptRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Kind": try field.store(try field.text(), in: &kind)
      case "Register": try field.store(try field.text(), in: &register)
      case "Record": try field.store(try field.digest(), in: &record)
      case "Object": try field.store(try field.digest(), in: &object)
      case "Time": try field.store(try field.time(), in: &time)
      default: break
      }
    }
    self.id = try RecordReader.require(id, ReceiptRecord.what, "Id")
    self.kind = try RecordReader.require(kind, ReceiptRecord.what, "Kind")
    self.register = try RecordReader.require(register, ReceiptRecord.what, "Register")
    self.record = try RecordReader.require(record, ReceiptRecord.what, "Record")
    self.object = try RecordReader.require(object, ReceiptRecord.what, "Object")
    self.time = try RecordReader.require(time, ReceiptRecord.what, "Time")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: ReceiptRecord.what + " 1")
    writer.append("Id", write: id.append)
    writer.append("Kind", kind)
    writer.append("Register", register)
    writer.append("Record", write: record.append)
    writer.append("Object", write: object.append)
    writer.append("Time", write: time.append)
    return writer.finish()
  }
}
