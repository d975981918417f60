public import SparkFormat
public import SparkSystem

/// Something in an inbox or among its claims that is not yet a capture.
public struct InboxItem: Sendable {
  /// The inbox.
  public let inbox: Inbox
  /// Where it stands, for a person.
  public let path: RawPath
  /// The tree it was taken for; nil while it still lies in the inbox.
  public let tree: CaptureID?
  /// The id of the claim or share; nil for a file that has none yet.
  public let id: CaptureID?
  let parent: Directory
  let name: [UInt8]
}
