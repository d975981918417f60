/// Every path of a store, relative to its home.
public enum StoreLayout {
  /// `spark-store 1`.
  public static let version = "version"
  /// What `version` holds.
  public static let versionText = "spark-store 1\n"
  /// The recutils descriptor.
  public static let schema = "schema.rec"
  /// The default inbox.
  public static let inbox = "inbox"
  /// Where other inboxes are described.
  public static let inboxes = "inboxes"
  /// The link to the tree that import serves.
  public static let current = "current"
  /// Where the trees are.
  public static let endpoints = "endpoints"
  /// Trees that were left.
  public static let retired = "retired"

  /// The record of another inbox.
  public static func inboxPolicy(_ name: String) -> String { "inboxes/\(name)" }
  /// What could not be taken from an inbox.
  public static func inboxNotes(_ name: String) -> String { "inboxes/\(name).notes" }
  /// What was taken from an inbox that keeps its originals.
  public static func inboxSeen(_ name: String) -> String { "inboxes/\(name).seen" }
  /// A tree.
  public static func tree(_ number: Int) -> String { "endpoints/\(number)" }

  /// A tree that was left, seen from `retired/`: its number, and its own id.
  public static func retiredName(_ number: Int, _ tree: CaptureID) -> String {
    "\(number)-\(tree.text)"
  }

  /// How the name of a tree ends that is being erased, whatever it holds.
  public static let erasing = ".erasing"

  /// What a name in `retired/` says; nil when it is no tree's.
  public static func retired(_ name: String) -> (number: Int, tree: CaptureID, isErasing: Bool)? {
    let isErasing = name.hasSuffix(erasing)
    let base = isErasing ? name.dropLast(erasing.count) : name[...]
    guard let dash = base.firstIndex(of: "-"),
      let number = treeNumber(fromLink: "\(endpoints)/\(base[..<dash])"),
      let tree = CaptureID(base[base.index(after: dash)...])
    else { return nil }
    return (number, tree, isErasing)
  }

  /// The tree that a link names; nil for anything but `endpoints/<n>`.
  public static func treeNumber(fromLink link: String) -> Int? {
    let bytes = Array(link.utf8)
    guard bytes.starts(with: "endpoints/".utf8), let number = Decimal.read(bytes[10...]),
      number >= 1
    else { return nil }
    return Int(exactly: number)
  }
}
