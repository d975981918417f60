public import SparkSystem

/// Why a sealed file was not opened: what is wrong with it, or with reading it and writing elsewhere.
public enum OpenError: Error, Sendable {
  /// The file was refused.
  case seal(SealError)
  /// Reading it failed, or whoever took the bytes failed.
  case system(SparkError)
}
