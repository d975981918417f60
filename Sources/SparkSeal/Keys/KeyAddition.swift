/// What was new in a file.
public struct KeyAddition: Equatable, Sendable {
  /// How many statements.
  public internal(set) var statements = 0
  /// How many identities.
  public internal(set) var identities = 0
  /// Whether the root's secret came with it.
  public internal(set) var root = false
  /// The newest generation now.
  public internal(set) var newest = 0
  /// The last generation that the file has a statement of; nil when it holds secrets.
  public internal(set) var last: Int?

  /// Whether all of it was known already.
  public var isNothing: Bool { statements == 0 && identities == 0 && !root }
}
