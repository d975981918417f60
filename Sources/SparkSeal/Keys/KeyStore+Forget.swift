internal import SparkFormat
public import SparkSystem

extension KeyStore {
  /// Drops a generation's identity from this device; false when it is not here.
  ///
  /// The newest one stays unless `evenNewest`: what is sealed from now on could not be opened here.
  public func forget(_ generation: Int, evenNewest: Bool, _ ask: PassphraseAsker)
    throws(SparkError) -> Bool
  {
    guard try hasKeyring() else { return false }
    return try changing { directory throws(SparkError) in
      let chain = try chain(directory)
      guard var open = try openKeyring(directory, ask) else { return false }
      let isHere = open.keyring.identities[generation] != nil
      let isUnlocked = try unlocked()?.identities[generation] != nil
      guard isHere || isUnlocked else { return false }
      if generation >= chain.statements.count, !evenNewest {
        throw refusal(.forgetsNewest(generation), .refused)
      }
      open.keyring.identities[generation] = nil
      if isHere { try save(open, directory) } else { try refreshUnlocked(open.keyring) }
      return true
    }
  }

  /// Removes everything of the tree's keys, first out of reach and then for good.
  ///
  /// Works when nothing is there, and finishes what a crash has left.
  public func destroy() throws(SparkError) {
    if runtime.path != nil { try lock() }
    guard Environment.resolved(config) != nil else { return }
    let top = try Directory(path: config)
    guard try top.exists(RawPath(ConfigLayout.keys)) else { return }
    let keys = try top.directory(RawPath(ConfigLayout.keys))
    let left = RawPath(ConfigLayout.leftName(tree))
    try keys.removeTree(left)
    if try keys.move(RawPath(tree.text), to: keys, left) { try keys.flush() }
    try keys.removeTree(left)
    try keys.flush()
  }
}
