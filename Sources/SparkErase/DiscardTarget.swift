public import SparkDelivery
public import SparkDoors
public import SparkStore

/// What one argument of a discard names.
public enum DiscardTarget: Sendable {
  /// A capture, and what discards those of its tree.
  case capture(CaptureFinder.Found, Discarder)
  /// Something that is not yet a capture.
  case item(InboxItem)
}
