/// Where a row stands: the name of its directory in `outbox/`.
public enum State: String, CaseIterable, Sendable {
  /// Waits for a key or for `spark-seal`.
  case sealing
  /// Has a sealed copy.
  case sealed
  /// Goes as it is.
  case staged
  /// A carrier has it.
  case uploading
  /// The other side has its bytes.
  case uploaded
  /// Its record is on its way.
  case recording
  /// Its receipt is stored.
  case recorded
  /// Nothing is left to do.
  case done
  /// A verdict stopped it.
  case blocked

  /// Whether rows stand below their carrier here.
  public var isCarried: Bool {
    self == .uploading || self == .recording
  }
}
