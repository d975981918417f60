internal import SparkFormat
public import SparkSystem

/// The store's home: the version, the inboxes' policies and one tree per endpoint.
public final class StoreHome: Sendable {
  /// The home directory, open.
  public let root: Directory

  init(root: Directory) { self.root = root }

  /// Where the home is: `--home`, else `$SPARK_HOME`, else `$XDG_DATA_HOME/spark`, else
  /// `~/.local/share/spark`.
  ///
  /// Relative values of the last two are ignored (XDG base directories).
  public static func path(option: [UInt8]?) throws(SparkError) -> RawPath {
    if let option { return RawPath(option) }
    if let home = Environment.bytes("SPARK_HOME") { return RawPath(home) }
    if let data = Environment.bytes("XDG_DATA_HOME"), data.first == UInt8(ascii: "/") {
      return RawPath(data).appending("spark")
    }
    if let home = Environment.bytes("HOME"), home.first == UInt8(ascii: "/") {
      return RawPath(home).appending(".local/share/spark")
    }
    throw SparkError(
      .configuration, "find", "the store", Sentence.place(.noHome).text)
  }

  /// Opens the store to read it; nil when there is none.
  ///
  /// Throws `configuration` for a version this tool does not know.
  public static func openIfAny(_ path: RawPath) throws(SparkError) -> StoreHome? {
    let root: Directory
    do { root = try Directory(path: path) } catch {
      if error.code == .missing { return nil }
      throw error
    }
    guard let version = try root.contentsIfAny(RawPath(StoreLayout.version), limit: 4096) else {
      return nil
    }
    try checkVersion(version)
    return StoreHome(root: root)
  }

  /// Opens the store to read it.
  public static func open(_ path: RawPath) throws(SparkError) -> StoreHome {
    if let home = try openIfAny(path) { return home }
    throw SparkError(
      .configuration, "open", path,
      Sentence.noStoreYet(path: path.shown).text)
  }

  /// Opens the store to write to it, and makes it when it is not there.
  ///
  /// Refuses a place that the system empties and a file system whose locks do not work.
  public static func openOrMake(_ path: RawPath) throws(SparkError) -> StoreHome {
    let absolute = Environment.absolute(path)
    let existing = try openIfAny(absolute)
    if existing == nil { try Directory.makeParents(of: absolute) }
    try HomePlace.check(absolute)
    if let existing {
      try existing.checkLocks()
      return existing
    }
    return try HomeMaker.make(absolute)
  }

  /// Refuses a file system whose locks do not shut anyone out.
  func checkLocks() throws(SparkError) {
    guard try FileLock.work(in: root, RawPath(StoreLayout.version)) else {
      throw SparkError(
        .configuration, "lock", root.path,
        Sentence.locksDoNotWork(path: root.path.shown).text)
    }
  }

  private static func checkVersion(_ bytes: [UInt8]) throws(SparkError) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text == HomeMaker.version else {
      throw SparkError(
        .configuration, "open", "version",
        Sentence.unknownStoreVersion(String(text.prefix { $0 != "\n" })).text)
    }
  }

  /// The number of the tree that import serves, read from `current`.
  public func currentNumber() throws(SparkError) -> Int {
    let link = try root.readLink(RawPath(StoreLayout.current))
    guard let number = StoreLayout.treeNumber(fromLink: String(decoding: link, as: UTF8.self))
    else {
      throw SparkError(
        .damaged, "read", root.full("current"),
        Sentence.place(.currentBroken(path: root.full("current").shown)).text)
    }
    return number
  }

  /// The tree that import serves.
  public func currentTree() throws(SparkError) -> EndpointTree {
    try EndpointTree(home: self, number: currentNumber())
  }

  /// The numbers of all trees, ascending.
  func treeNumbers() throws(SparkError) -> [Int] {
    try root.directory(RawPath(StoreLayout.endpoints)).textNames().compactMap { name in
      StoreLayout.treeNumber(fromLink: "\(StoreLayout.endpoints)/\(name)")
    }.sorted()
  }

  /// All trees, by number.
  public func trees() throws(SparkError) -> [EndpointTree] {
    var found: [EndpointTree] = []
    for number in try treeNumbers() {
      do { found.append(try EndpointTree(home: self, number: number)) } catch {
        // Signed out of between the two looks.
        guard error.code == .missing, try !root.exists(RawPath(StoreLayout.tree(number))) else {
          throw error
        }
      }
    }
    return found
  }

  /// The trees that a tool works on: all, or the one with this name or number.
  public func trees(named name: String?) throws(SparkError) -> [EndpointTree] {
    let all = try trees()
    guard let name else { return all }
    var matching: [EndpointTree] = []
    for tree in all {
      if String(tree.number) == name { matching.append(tree); continue }
      if try tree.record().name == name { matching.append(tree) }
    }
    if matching.isEmpty {
      throw SparkError(
        .configuration, "find", RawPath(name), Sentence.place(.noSuchEndpoint(name: name)).text)
    }
    return matching
  }
}
