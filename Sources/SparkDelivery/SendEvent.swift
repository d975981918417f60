public import SparkFormat

/// What a sender says while it works.
public enum SendEvent: Sendable {
  /// So many captures are in the list.
  case listed(Int)
  /// So many more were dealt with.
  case advanced(Int, bytes: Int64)
  /// A verdict stopped a capture.
  case blocked(CaptureID, String)
  /// A capture failed and will be tried again.
  case failed(CaptureID, String)
}
