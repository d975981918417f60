internal import SparkFormat
internal import SparkSystem

/// Makes a store, so that a crash at any point leaves one that the next tool finishes.
enum HomeMaker {
  static let version = "spark-store 1\n"

  private static let schema = """
    %rec: Spark
    %doc: One record of a Spark store; see layout.md. The kind and version stand in Format.
    %key: Id
    %mandatory: Format
    %type: Size int
    %type: Attempts int


    """

  /// Makes the store at an absolute path, or finishes one that was never finished.
  static func make(_ path: RawPath) throws(SparkError) -> StoreHome {
    // One that an administrator has made may stand where this user cannot look.
    if Environment.resolved(path) == nil { try Directory.make(path) }
    let root = try Directory(path: path)
    try refuseForeign(root)
    // Captures are private whoever made the directory; one of another user's stays as it is.
    if try root.status().owner == Environment.user { try root.setMode(0o700) }
    for name in [
      StoreLayout.inbox, StoreLayout.inboxes, StoreLayout.endpoints, StoreLayout.retired,
    ] {
      try root.makeDirectory(RawPath(name))
    }
    try TreeMaker.makeFirst(root)
    try root.linkSymbolically(RawPath(StoreLayout.current), to: StoreLayout.tree(1))
    let temporary = try root.directory(RawPath(StoreLayout.tree(1))).directory(
      RawPath(TreeLayout.tmp))
    try root.replaceDurably(
      RawPath(StoreLayout.schema), Array(schema.utf8), mode: 0o444, temporary: temporary,
      unique: CaptureID.fresh().text)
    // The locks are tried before the store counts as made: a store on a file system without them
    // would look whole and lose captures.
    guard try FileLock.work(in: root, RawPath(StoreLayout.schema)) else {
      throw SparkError(
        .configuration, "lock", path,
        Sentence.locksDoNotWork(path: path.shown).text)
    }
    try root.replaceDurably(
      RawPath(StoreLayout.version), Array(version.utf8), mode: 0o444, temporary: temporary,
      unique: CaptureID.fresh().text)
    return StoreHome(root: root)
  }

  /// A directory with anything else in it is somebody's, and no place for a store.
  private static func refuseForeign(_ root: Directory) throws(SparkError) {
    let ours: Set<String> = [
      StoreLayout.version, StoreLayout.schema, StoreLayout.inbox, StoreLayout.inboxes,
      StoreLayout.current, StoreLayout.endpoints, StoreLayout.retired,
    ]
    for name in try root.textNames() where !ours.contains(name) {
      throw SparkError(
        .refused, "make a store in", root.path,
        Sentence.place(.notAStore(path: root.path.shown)).text)
    }
  }
}
