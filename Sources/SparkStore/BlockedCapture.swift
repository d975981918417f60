public import SparkFormat

/// A capture that waits for a person, and why.
public struct BlockedCapture: Sendable {
  /// The capture.
  public var id: CaptureID
  /// Its name; nil when its record cannot be read.
  public var name: FileName?
  /// What stopped it.
  public var reason: Reason?
  /// What stopped it, in words.
  public var sentence: String?

  /// Makes one of its values.
  public init(
    id: CaptureID, name: FileName? = nil, reason: Reason? = nil, sentence: String? = nil
  ) {
    self.id = id
    self.name = name
    self.reason = reason
    self.sentence = sentence
  }
}
