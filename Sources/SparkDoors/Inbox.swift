public import SparkFormat
public import SparkSystem

/// A directory that doors write and that import empties, with its policy.
public struct Inbox: Sendable {
  /// Its name in this store; the store's own is `inbox`.
  public let name: String
  /// Where it is.
  public let path: RawPath
  /// Whether the originals stay and are remembered.
  public let keep: Bool
  /// The tree that its captures are for; nil for whatever is current.
  public let tree: CaptureID?

  /// The name of the store's own inbox.
  public static let ownName = StoreLayout.inbox
}
