public import SparkFormat
public import SparkSystem

extension KeyStore {
  /// Makes the root key and the first generation, and returns its pin.
  ///
  /// What a crash has left of an earlier try is finished.
  @discardableResult
  public func create(_ ask: PassphraseAsker, workFactor: Int = 18) throws(SparkError) -> KeyPin {
    try changing { directory throws(SparkError) in
      var chain = try chain(directory)
      let pin = try pins.pin()
      if let newest = chain.newest {
        guard pin == nil, newest.generation == 1 else {
          throw refusal(.keyThere(name: name, generation: newest.generation), .exists)
        }
        try pins.advance(to: chain) {}
        return newest.pin
      }
      if let pin { throw refusal(.behind(newest: 0, seen: pin.generation)) }
      let first = try first(directory, ask, workFactor)
      guard let root = first.keyring.root, let identity = first.keyring.identities[1],
        first.keyring.identities.count == 1
      else {
        throw refusal(.keyringOfOther(path: path(ConfigLayout.keyring).display, generation: 1))
      }
      return try publish(identity, root, &chain, directory)
    }
  }

  /// Starts the next generation, and returns its pin.
  ///
  /// Its secret is durable before its statement is there; a secret that a crash has left without a
  /// statement gets one.
  @discardableResult
  public func rotate(_ ask: PassphraseAsker) throws(SparkError) -> KeyPin {
    guard try !chain().statements.isEmpty else { throw refusal(.noKeyYet(name: name)) }
    return try changing { directory throws(SparkError) in
      var chain = try chain(directory)
      try reach(chain)
      guard var open = try openKeyring(directory, ask) else {
        throw refusal(.noSecrets(name: name))
      }
      guard let root = open.keyring.root else { throw refusal(.noRoot) }
      try check(open.keyring, chain)
      let next = chain.statements.count + 1
      let identity = open.keyring.identities[next] ?? Identity.fresh()
      if open.keyring.identities[next] == nil {
        open.keyring.identities[next] = identity
        try save(open, directory)
      } else {
        try refreshUnlocked(open.keyring)
      }
      return try publish(identity, root, &chain, directory)
    }
  }

  /// Refuses a keyring whose root or identities are not those that the statements name.
  func check(_ keyring: Keyring, _ chain: KeyChain) throws(SparkError) {
    let path = path(ConfigLayout.keyring).display
    if let root = keyring.root, let known = chain.root, root.publicKey != known {
      throw refusal(.keyringOfOther(path: path, generation: 1), .damaged)
    }
    if let generation = keyring.mismatch(chain) {
      throw refusal(.keyringOfOther(path: path, generation: generation), .damaged)
    }
  }

  /// The keyring with the first identity, durable, and its tag in place.
  private func first(
    _ directory: Directory, _ ask: PassphraseAsker, _ workFactor: Int
  ) throws(SparkError) -> OpenKeyring {
    let open: OpenKeyring
    if let left = try openKeyring(directory, ask) {
      open = left
    } else {
      let tag = try storedTag(directory) ?? Octets32.random()
      let keyring = Keyring(root: RootKey.fresh(), tag: tag, identities: [1: Identity.fresh()])
      open = OpenKeyring(keyring, passphrase: try ask(.newKeys), workFactor: workFactor)
      try save(open, directory)
    }
    if let tag = open.keyring.tag { try placeTag(tag, directory) }
    return open
  }

  private func publish(
    _ identity: Identity, _ root: RootKey, _ chain: inout KeyChain, _ directory: Directory
  ) throws(SparkError) -> KeyPin {
    let statement = Statement(
      identity.recipient, after: chain.newest, time: .here(), signedBy: root)
    try faults(path(ConfigLayout.statements)) { () throws(KeyFault) in try chain.add(statement) }
    try pins.advance(to: chain) { () throws(SparkError) in try place(statement, directory) }
    return statement.pin
  }
}
