public import SparkSystem

/// Something in a register that no record names: an object, or a draft of a sender that no longer lives.
public struct Orphan: Sendable {
  /// The path below the register.
  public let path: String
  /// The size in bytes.
  public let bytes: Int64
  /// When it was last written.
  public let time: FileStatus.Time

  /// How long ago that was, in seconds.
  public var age: Int64 { max(0, Clock.now().seconds - time.seconds) }
}
