/// A row's story: how often it was tried, and what stopped it.
public struct RowRecord: Equatable, Sendable {
  private static let what = "spark-row"

  /// The capture.
  public var id: CaptureID
  /// How often it was tried with a connection.
  public var attempts: Int
  /// When it is tried next.
  public var due: Timestamp?
  /// Where a blocked row goes back to.
  public var from: State?
  /// What stopped it.
  public var reason: Reason?
  /// What stopped it, in words.
  public var sentence: String?

  /// Makes a record of its values.
  public init(
    id: CaptureID, attempts: Int = 0, due: Timestamp? = nil, from: State? = nil,
    reason: Reason? = nil, sentence: String? = nil
  ) {
    self.id = id
    self.attempts = attempts
    self.due = due
    self.from = from
    self.reason = reason
    self.sentence = sentence
  }

  /// Reads a row, or a truth, which is what a fresh row is.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    if CaptureRecord.isTruth(bytes) {
      self.init(id: try CaptureRecord(parsing: bytes).id)
      return
    }
    var id: CaptureID?
    var attempts: Int?
    var due: Timestamp?
    var from: State?
    var reason: Reason?
    var sentence: String?
    try RecordReader.read(bytes, RowRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Attempts": try field.store(Int(clamping: try field.count()), in: &attempts)
      case "Due": try field.store(try field.time(), in: &due)
      case "From": try field.store(try field.state(), in: &from)
      case "Reason": try field.store(try field.reason(), in: &reason)
      case "Sentence": try field.store(try field.text(), in: &sentence)
      default: break
      }
    }
    self.init(
      id: try RecordReader.require(id, RowRecord.what, "Id"), attempts: attempts ?? 0, due: due,
      from: from, reason: reason, sentence: sentence)
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: RowRecord.what + " 1")
    writer.append("Id", write: id.append)
    writer.append("Attempts", String(attempts))
    if let due { writer.append("Due", write: due.append) }
    if let from { writer.append("From", from.rawValue) }
    if let reason { writer.append("Reason", reason.rawValue) }
    if let sentence { writer.append("Sentence", sentence) }
    return writer.finish()
  }
}
