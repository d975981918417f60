public import SparkFormat
public import SparkStore
public import SparkSystem

/// The record that an endpoint does not answer, kept in its tree and gone when it does.
public struct Weather: Sendable {
  private let tree: EndpointTree
  private static let name = RawPath(TreeLayout.weather)

  /// The weather at this tree's endpoint.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// What was written; nil when the endpoint answered last time, or the record is torn.
  public func read() throws(SparkError) -> WeatherRecord? {
    guard let bytes = try tree.root.contentsIfAny(Self.name, limit: 1 << 20) else { return nil }
    return try? WeatherRecord(parsing: bytes)
  }

  /// When the endpoint is asked again; nil when that is now.
  public func waitsUntil() throws(SparkError) -> Timestamp? {
    guard let record = try read(), !Backoff.isDue(record.due, attempts: record.attempts) else {
      return nil
    }
    return record.due
  }

  /// It did not answer, once more.
  func worsen(_ sentence: Sentence, verdict: Bool) throws(SparkError) {
    let now = Timestamp.now()
    let before = try read()
    let attempts = min((before?.attempts ?? 0) + 1, 1_000_000)
    let record = WeatherRecord(
      since: before?.since ?? now, attempts: attempts, due: Backoff.due(after: attempts, from: now),
      verdict: verdict, sentence: sentence.text)
    let draft = RawPath(CaptureID.fresh().text)
    try tree.tmp.create(draft, record.serialized, mode: 0o600)
    try tree.tmp.replace(draft, to: tree.root, Self.name)
  }

  /// It answered.
  func clear() throws(SparkError) { try tree.root.remove(Self.name) }
}
