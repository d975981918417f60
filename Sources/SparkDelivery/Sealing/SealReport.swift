public import SparkFormat

/// What one pass of sealing did.
public struct SealReport: Sendable {
  /// How the pass ended.
  public enum End: Sendable {
    /// The list is through.
    case through
    /// There is no endpoint.
    case nowhere
    /// There is no key, or it waits for one; this is not a failure of any capture.
    case stopped(Sentence)
    /// The statements contradict what the store has seen; a person must look.
    case verdict(String)
    /// The tree was moved away meanwhile.
    case left
  }

  /// The endpoint's name.
  public var name: String
  /// How the pass ended.
  public var end = End.through
  /// Captures that were sealed, or staged.
  public var prepared = 0
  /// Their plain bytes.
  public var bytes: Int64 = 0
  /// Captures that a verdict stopped.
  public var blocked = 0
  /// Captures that stay in the list.
  public var remaining = 0
}
