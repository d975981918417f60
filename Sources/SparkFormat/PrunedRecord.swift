/// The note that a sent capture's bytes were removed from this device; it stands beside the truth as
/// `<id>.pruned`, durable before the bytes go.
public struct PrunedRecord: Equatable, Sendable {
  private static let what = "spark-pruned"

  /// The capture.
  public var id: CaptureID
  /// When its bytes were removed.
  public var time: Timestamp
  /// What was removed.
  public var object: Digest
  /// The identity of the register that had confirmed, just before, that it holds record and object.
  public var register: String

  /// Makes a record of its values.
  public init(id: CaptureID, time: Timestamp, object: Digest, register: String) {
    self.id = id
    self.time = time
    self.object = object
    self.register = register
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var id: CaptureID?
    var time: Timestamp?
    var object: Digest?
    var register: String?
    try RecordReader.read(bytes, PrunedRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Time": try field.store(try field.time(), in: &time)
      case "Object": try field.store(try field.digest(), in: &object)
      case "Register": try field.store(try field.text(), in: &register)
      default: break
      }
    }
    self.id = try RecordReader.require(id, PrunedRecord.what, "Id")
    self.time = try RecordReader.require(time, PrunedRecord.what, "Time")
    self.object = try RecordReader.require(object, PrunedRecord.what, "Object")
    self.register = try RecordReader.require(register, PrunedRecord.what, "Register")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: PrunedRecord.what + " 1")
    writer.append("Id", write: id.append)
    writer.append("Time", write: time.append)
    writer.append("Object", write: object.append)
    writer.append("Register", register)
    return writer.finish()
  }
}
