public import SparkFormat

/// What a pass of sealing tells while it goes on.
public enum SealEvent: Sendable {
  /// So many rows are to be sealed.
  case listed(Int)
  /// So many are through.
  case advanced(Int, bytes: Int64)
  /// One was stopped, or could not be sealed this time.
  case trouble(CaptureID, String)
}
