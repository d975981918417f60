internal import SparkFormat
public import SparkSystem

extension KeyStore {
  /// The identities by generation, while they are unlocked; nil when they are locked.
  public func identities() throws(SparkError) -> [Int: Identity]? { try unlocked()?.identities }

  /// Puts the identities where they are at hand until logout, and returns how many there are.
  @discardableResult
  public func unlock(_ ask: PassphraseAsker) throws(SparkError) -> Int {
    _ = try runtimePath()
    guard try hasKeyring() else {
      let isKnown = try !chain().statements.isEmpty
      throw refusal(isKnown ? .noSecrets(name: name) : .noKeyYet(name: name))
    }
    return try changing { directory throws(SparkError) in
      let chain = try chain(directory)
      guard let open = try openKeyring(directory, ask) else {
        throw refusal(.noSecrets(name: name))
      }
      try check(open.keyring, chain)
      if let tag = open.keyring.tag { try placeTag(tag, directory) }
      try whileUnlockedIsMine { place throws(SparkError) in
        try writeUnlocked(open.keyring, place)
      }
      return open.keyring.identities.count
    }
  }

  /// Takes the unlocked identities away; false when there were none.
  @discardableResult
  public func lock() throws(SparkError) -> Bool {
    _ = try runtimePath()
    guard let place = try unlockedPlace() else { return false }
    return try KeyStore.whileMine(place) { () throws(SparkError) in
      try KeyStore.remove(ConfigLayout.unlocked(tree), place)
    }
  }

  /// Takes all unlocked identities of this user away, whatever tree or store they are of.
  public static func lockAll(_ runtime: RuntimePlace) throws(SparkError) {
    guard let place = try place(runtime) else { return }
    try whileMine(place) { () throws(SparkError) in
      for name in try place.textNames() where CaptureID(name) != nil || name.hasSuffix(".new") {
        try remove(name, place)
      }
    }
  }

  /// The unlocked keyring, without the root; nil when it is locked.
  func unlocked() throws(SparkError) -> Keyring? {
    guard let place = try unlockedPlace() else { return nil }
    let name = RawPath(ConfigLayout.unlocked(tree))
    guard let bytes = try place.contentsIfAny(name) else { return nil }
    do throws(KeyFault) { return try Keyring(parsing: bytes) } catch {
      throw OpenKeyring.damaged(place.full(name), error)
    }
  }

  /// Replaces the unlocked copy where there is one.
  func refreshUnlocked(_ keyring: Keyring) throws(SparkError) {
    guard let place = try unlockedPlace() else { return }
    try KeyStore.whileMine(place) { () throws(SparkError) in
      guard try place.exists(RawPath(ConfigLayout.unlocked(tree))) else { return }
      try writeUnlocked(keyring, place)
    }
  }

  private func writeUnlocked(_ keyring: Keyring, _ place: Directory) throws(SparkError) {
    var bytes = keyring.withoutRoot.serialized
    defer { bytes.wipe() }
    try write(ConfigLayout.unlocked(tree), bytes, place)
  }

  private func whileUnlockedIsMine(_ body: (Directory) throws(SparkError) -> Void)
    throws(SparkError)
  {
    let mine = try Directory(path: runtimePath()).privateDirectory(RawPath(ConfigLayout.runtime))
    let place = try mine.privateDirectory(RawPath(ConfigLayout.unlockedName))
    try KeyStore.whileMine(place) { () throws(SparkError) in try body(place) }
  }

  private func runtimePath() throws(SparkError) -> RawPath { try KeyStore.path(runtime) }

  private func unlockedPlace() throws(SparkError) -> Directory? {
    runtime.path == nil ? nil : try KeyStore.place(runtime)
  }

  /// Where secrets may lie unlocked, or why there is no such place.
  private static func path(_ runtime: RuntimePlace) throws(SparkError) -> RawPath {
    switch runtime {
    case .place(let path): path
    case .none: throw SparkError(.configuration, "find", "XDG_RUNTIME_DIR", .noRuntime)
    case .open(let path):
      throw SparkError(.configuration, "use", path, .runtimeNotPrivate(path: path.display))
    }
  }

  private static func place(_ runtime: RuntimePlace) throws(SparkError) -> Directory? {
    do throws(SparkError) {
      return try Directory(path: path(runtime)).directory(RawPath(ConfigLayout.unlockedKeys))
    } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  /// The lock there decides between locking and writing a copy anew, so that nothing is unlocked again
  /// behind a person's back.
  private static func whileMine<Result>(
    _ place: Directory, _ body: () throws(SparkError) -> Result
  ) throws(SparkError) -> Result {
    let lock = try FileLock(place, RawPath(ConfigLayout.lock), .exclusive)
    let result = try body()
    lock.release()
    return result
  }

  @discardableResult
  private static func remove(_ name: String, _ place: Directory) throws(SparkError) -> Bool {
    // What a crash has left of a draft holds secrets as well.
    try place.remove(RawPath(ConfigLayout.draft(name)))
    return try place.remove(RawPath(name))
  }
}
