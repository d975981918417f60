public import SparkFormat
public import SparkSystem

/// What one inbox holds that is not yet in the store.
public struct InboxCounts: Sendable {
  /// The inbox's name: `inbox`, or that of its policy.
  public var name: String
  /// Where it is.
  public var path: RawPath
  /// What is not yet taken, unfinished and refused things included; hidden names and litter are not.
  ///
  /// While there is any, not all is sent.
  public var notYetTaken: Int
  /// Shares that are not yet taken, unreadable ones included.
  public var shares: Int
  /// Claims: taken out of the inbox, not yet in the store.
  public var claims: Int
  /// What could not be taken at the last look, and why.
  public var notes: [NoteRecord]
  /// Why the inbox could not be read, as a sentence; nil when it was read.
  public var unreadable: String?

  /// Makes the counts of an inbox.
  public init(
    name: String, path: RawPath, notYetTaken: Int = 0, shares: Int = 0, claims: Int = 0,
    notes: [NoteRecord] = [], unreadable: String? = nil
  ) {
    self.name = name
    self.path = path
    self.notYetTaken = notYetTaken
    self.shares = shares
    self.claims = claims
    self.notes = notes
    self.unreadable = unreadable
  }
}
