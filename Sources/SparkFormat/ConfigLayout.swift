/// Every path below the configuration, and below the directory that is gone at logout.
public enum ConfigLayout {
  // Relative to the configuration.

  /// The key generations of every tree.
  public static let keys = "keys"

  /// The key generations of one tree, named by the tree's id, which it keeps for life.
  public static func keys(_ tree: CaptureID) -> String { "\(keys)/\(tree.text)" }

  /// Keys of a tree that was left, while they are removed, as a name in `keys/`.
  public static func leftName(_ tree: CaptureID) -> String { ".left-\(tree.text)" }

  // Relative to a tree's keys.

  /// The signed statements.
  public static let statements = "statements"
  /// The secrets, under a passphrase.
  public static let keyring = "keyring.age"
  /// This device's secret for tags and places, 64 hexadecimal digits.
  public static let tag = "tag"
  /// Held exclusively while anything here changes.
  public static let lock = "lock"

  /// A generation's statement, as a name in `statements/`.
  public static func statementName(_ generation: Int) -> String { String(generation) }

  /// A generation's statement.
  public static func statement(_ generation: Int) -> String { "\(statements)/\(generation)" }

  /// The generation that a name in `statements/` stands for; nil for anything else there.
  public static func generation(fromName name: String) -> Int? {
    guard let number = Decimal.read(Array(name.utf8)[...]), number >= 1 else { return nil }
    return Int(exactly: number)
  }

  // Relative to $XDG_RUNTIME_DIR.

  /// What is Spark's there.
  public static let runtime = "spark"
  /// The unlocked keyrings.
  public static let unlockedKeys = "spark/keys"
  /// The same, as a name in `spark`.
  public static let unlockedName = "keys"

  // Relative to the unlocked keyrings.

  /// The unlocked keyring of one tree.
  public static func unlocked(_ tree: CaptureID) -> String { tree.text }

  /// What a file is called until it is whole; the lock sees to it that there is one at a time.
  public static func draft(_ name: String) -> String { ".\(name).new" }
}
