/// Since when an endpoint does not answer, and when it is asked again.
public struct WeatherRecord: Equatable, Sendable {
  private static let what = "spark-weather"

  /// The first time that it did not answer.
  public var since: Timestamp
  /// How often it was asked since.
  public var attempts: Int
  /// When it is asked again.
  public var due: Timestamp
  /// Whether a person must look, because another register answers there.
  public var verdict: Bool
  /// What happened, in words.
  public var sentence: String

  /// Makes a record of its values.
  public init(
    since: Timestamp, attempts: Int = 0, due: Timestamp, verdict: Bool = false,
    sentence: String = ""
  ) {
    self.since = since
    self.attempts = attempts
    self.due = due
    self.verdict = verdict
    self.sentence = sentence
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var since: Timestamp?
    var attempts: Int?
    var due: Timestamp?
    var verdict: Bool?
    var sentence: String?
    try RecordReader.read(bytes, WeatherRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Since": try field.store(try field.time(), in: &since)
      case "Attempts": try field.store(Int(clamping: try field.count()), in: &attempts)
      case "Due": try field.store(try field.time(), in: &due)
      case "Verdict": try field.store(try field.yes(), in: &verdict)
      case "Sentence": try field.store(try field.text(), in: &sentence)
      default: break
      }
    }
    self.since = try RecordReader.require(since, WeatherRecord.what, "Since")
    self.attempts = attempts ?? 0
    self.due = try RecordReader.require(due, WeatherRecord.what, "Due")
    self.verdict = verdict ?? false
    self.sentence = sentence ?? ""
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: WeatherRecord.what + " 1")
    writer.append("Since", write: since.append)
    writer.append("Attempts", String(attempts))
    writer.append("Due", write: due.append)
    writer.append("Verdict", verdict ? "yes" : "no")
    writer.append("Sentence", sentence)
    return writer.finish()
  }
}
