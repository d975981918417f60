internal import SparkFormat
public import SparkSystem

extension KeyStore {
  /// Takes what is new in a file: statements, an export or identities.
  ///
  /// All of it is checked before anything is written; then the secrets are made durable, and the
  /// statements after them. `path` is for messages; `newTag` is a person's word that the tag of a store
  /// that had one is lost.
  public func add(
    _ bytes: [UInt8], from path: RawPath, newTag: Bool = false, _ ask: PassphraseAsker
  ) throws(SparkError) -> KeyAddition {
    let file = try KeyImport(bytes, path, ask)
    return try changing { directory throws(SparkError) in
      let before = try chain(directory)
      let chain = try extended(before, file.statements, path)
      var addition = KeyAddition()
      addition.statements = chain.statements.count - before.statements.count
      addition.newest = chain.statements.count
      if file.isStatements { addition.last = file.statements.last?.generation }
      let secrets = try secrets(file, chain, path)
      if !secrets.identities.isEmpty || secrets.root != nil {
        try merge(secrets, file, chain, directory, newTag, &addition, ask)
      }
      if let tag = secrets.tag {
        try placeTag(tag, directory)
      } else if chain.newest != nil, try needsTag(directory) {
        // Statements alone may be all that a device gets, and then it has sealed nothing yet.
        try placeTag(freshTag(isAgreed: newTag), directory)
      }
      if chain.newest != nil {
        try pins.advance(to: chain) { () throws(SparkError) in
          for statement in chain.statements[before.statements.count...] {
            try place(statement, directory)
          }
        }
      }
      return addition
    }
  }

  /// Whether there is no tag, nor a keyring that holds one.
  private func needsTag(_ directory: Directory) throws(SparkError) -> Bool {
    if try storedTag(directory) != nil { return false }
    return try !directory.exists(RawPath(ConfigLayout.keyring))
  }

  private func extended(_ before: KeyChain, _ statements: [Statement], _ path: RawPath)
    throws(SparkError) -> KeyChain
  {
    let pin = try pins.pin()
    return try faults(path) { () throws(KeyFault) in
      var chain = before
      for statement in statements { try chain.add(statement, root: pin?.root) }
      try chain.agree(with: pin)
      return chain
    }
  }

  /// The secrets of a file by their generation, each checked against its statement.
  private func secrets(_ file: KeyImport, _ chain: KeyChain, _ path: RawPath) throws(SparkError)
    -> Keyring
  {
    var secrets = file.keyring ?? Keyring()
    // A rotation that was not finished leaves an identity that no statement names yet.
    secrets.identities = secrets.identities.filter { chain[$0.key] != nil }
    if let generation = secrets.mismatch(chain) {
      throw refusal(.keyringOfOther(path: path.display, generation: generation), .damaged)
    }
    if let root = secrets.root, let known = chain.root, root.publicKey != known {
      throw refusal(.keyringOfOther(path: path.display, generation: 1), .damaged)
    }
    if chain.root == nil { secrets.root = nil }
    for identity in file.identities {
      guard let generation = chain.generation(of: identity.recipient) else {
        throw refusal(.identityUnnamed(path: path.display))
      }
      secrets.identities[generation] = identity
    }
    if secrets.identities.isEmpty, file.keyring?.identities.isEmpty == false {
      throw refusal(.identityUnnamed(path: path.display))
    }
    return secrets
  }

  private func merge(
    _ secrets: Keyring, _ file: KeyImport, _ chain: KeyChain, _ directory: Directory,
    _ newTag: Bool, _ addition: inout KeyAddition, _ ask: PassphraseAsker
  ) throws(SparkError) {
    var open: OpenKeyring
    if let found = try openKeyring(directory, tries: file.passphrase, ask) {
      open = found
      try check(open.keyring, chain)
    } else {
      let known = try storedTag(directory) ?? secrets.tag
      let tag = if let known { known } else { try freshTag(isAgreed: newTag) }
      let passphrase = if let known = file.passphrase { known } else { try ask(.newKeys) }
      open = OpenKeyring(Keyring(tag: tag), passphrase: passphrase)
      try placeTag(tag, directory)
    }
    for (generation, identity) in secrets.identities
    where open.keyring.identities[generation]?.recipient != identity.recipient {
      open.keyring.identities[generation] = identity
      addition.identities += 1
    }
    if open.keyring.root == nil, let root = secrets.root {
      open.keyring.root = root
      addition.root = true
    }
    if addition.identities > 0 || addition.root { try save(open, directory) }
  }
}
