public import SparkFormat

/// One thing that was pruned, or would be.
public struct PruneItem: Sendable {
  /// Why.
  public let reason: PruneReason
  /// Where it stood, below the store.
  public let path: String
  /// Its bytes.
  public let bytes: Int64

  /// Makes one of its values.
  public init(_ reason: PruneReason, _ path: String, bytes: Int64 = 0) {
    self.reason = reason
    self.path = path
    self.bytes = bytes
  }
}
