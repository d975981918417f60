/// When the last receipt was stored.
public struct LandedRecord: Equatable, Sendable {
  private static let what = "spark-landed"

  /// When it was.
  public var time: Timestamp

  /// Makes a record of its values.
  public init(time: Timestamp) { self.time = time }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var time: Timestamp?
    try RecordReader.read(bytes, LandedRecord.what) { field throws(FormatError) in
      if field.name == "Time" { try field.store(try field.time(), in: &time) }
    }
    self.time = try RecordReader.require(time, LandedRecord.what, "Time")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: LandedRecord.what + " 1")
    writer.append("Time", write: time.append)
    return writer.finish()
  }
}
