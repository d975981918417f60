public import SparkFormat
public import SparkStore

/// What `spark-endpoint set` did.
public struct EndpointOutcome: Sendable {
  /// The tree.
  public let tree: EndpointTree
  /// Its record now.
  public let record: EndpointRecord
  /// Its record before; nil for a new tree.
  public let before: EndpointRecord?
  /// How many captures that were kept before are in the list now.
  public internal(set) var queued = 0
}
