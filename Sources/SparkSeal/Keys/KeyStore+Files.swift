internal import SparkFormat
internal import SparkSystem

extension KeyStore {
  /// Reads and checks the statements.
  func chain(_ directory: Directory) throws(SparkError) -> KeyChain {
    let pin = try pins.pin()
    guard let statements = try directoryIfAny(directory, ConfigLayout.statements) else {
      return KeyChain()
    }
    var chain = KeyChain()
    // They are made in order, so one that is listed has all before it.
    let last = try statements.textNames().compactMap(ConfigLayout.generation).max() ?? 0
    for generation in 0..<last {
      let name = ConfigLayout.statementName(generation + 1)
      let path = statements.full(RawPath(name))
      guard let bytes = try statements.contentsIfAny(RawPath(name), limit: 1 << 20) else {
        throw KeyFault.gap(generation: last, missing: generation + 1).error("read", path)
      }
      let statement = try faults(path) { () throws(KeyFault) in try Statement(checking: bytes) }
      guard statement.generation == generation + 1 else {
        throw KeyFault.unreadable("it is of another generation than its name").error("read", path)
      }
      try faults(path) { () throws(KeyFault) in try chain.add(statement, root: pin?.root) }
    }
    try faults(path(ConfigLayout.statements)) { () throws(KeyFault) in try chain.agree(with: pin) }
    return chain
  }

  /// Puts a statement in its place, durably.
  func place(_ statement: Statement, _ directory: Directory) throws(SparkError) {
    let statements = try directory.directory(RawPath(ConfigLayout.statements))
    try write(ConfigLayout.statementName(statement.generation), statement.bytes, statements)
  }

  /// Writes a file durably; needs the lock, so that there is one draft of a name at a time.
  func write(_ name: String, _ bytes: [UInt8], _ directory: Directory) throws(SparkError) {
    try directory.replaceDurably(
      RawPath(name), bytes, temporary: directory, unique: ConfigLayout.draft(name))
  }

  /// Opens the keyring with its passphrase; nil when there is none.
  func openKeyring(
    _ directory: Directory, tries first: [UInt8]? = nil, _ ask: PassphraseAsker
  ) throws(SparkError) -> OpenKeyring? {
    let name = RawPath(ConfigLayout.keyring)
    guard let bytes = try directory.contentsIfAny(name) else { return nil }
    let path = directory.full(name)
    if let first, let open = try? OpenKeyring(bytes, path, first) { return open }
    return try OpenKeyring(bytes, path, ask(.keys))
  }

  /// Makes the keyring durable, and the unlocked copy with it where there is one.
  func save(_ open: OpenKeyring, _ directory: Directory) throws(SparkError) {
    try write(ConfigLayout.keyring, open.sealed(), directory)
    try refreshUnlocked(open.keyring)
  }

  private func directoryIfAny(_ parent: Directory, _ name: String) throws(SparkError) -> Directory?
  {
    try parent.exists(RawPath(name)) ? parent.directory(RawPath(name)) : nil
  }
}
