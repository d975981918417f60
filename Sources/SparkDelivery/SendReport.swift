public import SparkFormat

/// What one pass over one endpoint's list did.
public struct SendReport: Sendable {
  /// How the pass ended.
  public enum End: Sendable {
    /// The list is through.
    case through
    /// The endpoint does not answer; try later.
    case weather(Sentence)
    /// The endpoint says no; a person must look.
    case verdict(Sentence)
    /// The key statements contradict what the store has seen; a person must look.
    case keys(String)
    /// The endpoint did not answer before, and its time has not come.
    case waits(until: Timestamp)
    /// There is no endpoint.
    case nowhere
    /// The tree was moved away meanwhile.
    case left
  }

  /// The endpoint's name.
  public var name: String
  /// How the pass ended.
  public var end = End.through
  /// Captures whose receipt was stored.
  public var recorded = 0
  /// Their bytes.
  public var recordedBytes: Int64 = 0
  /// Captures that a verdict stopped.
  public var blocked = 0
  /// Captures that failed or whose time has not come; they stay in the list.
  public var remaining = 0
  /// Captures that have to be sealed first.
  public var unsealed = 0
  /// Receipts from before the register had a log that now prove what they say.
  public var renewed = 0
  /// When the first of those that failed is due.
  public var nextDue: Timestamp?
}
