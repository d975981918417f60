public import SparkFormat
public import SparkSystem

/// The keys of one tree: public statements and a tag in the configuration, the secrets beside them
/// under a passphrase, and, while they are unlocked, in the directory that is gone at logout.
///
/// Whatever changes holds `lock` there, and takes the tree's own lock after it, never before.
public struct KeyStore: Sendable {
  /// The tree.
  public let tree: CaptureID
  /// What people call its endpoint.
  public let name: String
  let config: RawPath
  let runtime: RuntimePlace
  let pins: any PinKeeping

  /// Works on a tree's keys below a configuration; nothing is made before something is changed.
  public init(
    tree: CaptureID, name: String, config: RawPath, runtime: RuntimePlace, pins: any PinKeeping
  ) {
    self.tree = tree
    self.name = name
    self.config = config
    self.runtime = runtime
    self.pins = pins
  }

  /// All statements, checked from the first to the last, and against what the store has seen.
  ///
  /// They may end before that; see ``newest()``.
  public func chain() throws(SparkError) -> KeyChain {
    guard let directory = try directoryIfAny() else { return KeyChain() }
    return try chain(directory)
  }

  /// The newest generation, to seal for; nil before there is a key.
  ///
  /// Throws when the statements are fewer than the store has seen, or others.
  public func newest() throws(SparkError) -> Statement? {
    let chain = try chain()
    try reach(chain)
    return chain.newest
  }

  /// Whether there are secrets under a passphrase.
  public func hasKeyring() throws(SparkError) -> Bool {
    try directoryIfAny()?.exists(RawPath(ConfigLayout.keyring)) ?? false
  }

  /// The tree's keys, if there are any.
  func directoryIfAny() throws(SparkError) -> Directory? {
    do throws(SparkError) {
      return try Directory(path: config).directory(RawPath(ConfigLayout.keys(tree)))
    } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  /// Does `body` while nobody else changes anything here; the directories are made where they are missing.
  func changing<Result>(_ body: (Directory) throws(SparkError) -> Result) throws(SparkError)
    -> Result
  {
    let directory = try make()
    let lock = try FileLock(directory, RawPath(ConfigLayout.lock), .exclusive)
    // Whoever leaves the endpoint renames the directory away.
    guard try directoryIfAny()?.status().identity == directory.status().identity else {
      throw refusal(.endpointGone(name: name), .busy)
    }
    let result = try body(directory)
    lock.release()
    return result
  }

  private func make() throws(SparkError) -> Directory {
    if Environment.resolved(config) == nil {
      try Directory.makeParents(of: config)
      try Directory.make(config)
    }
    let top = try Directory(path: config)
    try top.close()
    let mine = try top.privateDirectory(RawPath(ConfigLayout.keys))
      .privateDirectory(RawPath(tree.text))
    _ = try mine.privateDirectory(RawPath(ConfigLayout.statements))
    return mine
  }

  /// The path of something among the tree's keys, for messages.
  func path(_ name: String) -> RawPath {
    config.appending(ConfigLayout.keys(tree)).appending(name)
  }

  /// Refuses a chain that ends before what the store has seen.
  func reach(_ chain: KeyChain) throws(SparkError) {
    let pin = try pins.pin()
    try faults(path(ConfigLayout.statements)) { () throws(KeyFault) in try chain.reach(pin) }
  }

  @discardableResult
  func faults<Result>(_ path: RawPath, _ body: () throws(KeyFault) -> Result) throws(SparkError)
    -> Result
  {
    do { return try body() } catch { throw error.error("read", path) }
  }

  func refusal(_ sentence: KeySentence, _ code: SparkError.Code = .configuration) -> SparkError {
    SparkError(code, "change", path(""), sentence)
  }
}
