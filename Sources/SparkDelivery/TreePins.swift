public import SparkFormat
public import SparkSeal
public import SparkStore
public import SparkSystem

/// A tree's memory of the newest key generation it has seen: its endpoint's record.
public struct TreePins: PinKeeping {
  private let tree: EndpointTree

  /// Works on this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// The newest generation seen so far; throws when the tree is no longer there.
  public func pin() throws(SparkError) -> KeyPin? {
    let standing = try tree.home.root.statusIfAny(RawPath(StoreLayout.tree(tree.number)))
    guard try standing?.identity == tree.root.status().identity else { throw try gone() }
    return try tree.record().key
  }

  /// Puts statements in place and remembers the newest, under the tree's exclusive lock.
  public func advance(to chain: KeyChain, placing: () throws(SparkError) -> Void)
    throws(SparkError)
  {
    let done: Void? = try tree.whileLocked(.exclusive) { () throws(SparkError) in
      var record = try tree.record()
      do throws(KeyFault) { try chain.agree(with: record.key) } catch {
        throw SparkError(
          .damaged, "advance", tree.root.path,
          Sentence.keys(error.sentence(tree.root.path.shown)).text)
      }
      try placing()
      guard let newest = chain.newest, newest.generation > record.key?.generation ?? 0 else {
        return
      }
      record.key = newest.pin
      try tree.replaceRecord(record)
    }
    if done == nil { throw try gone() }
  }

  private func gone() throws(SparkError) -> SparkError {
    let name = try tree.record().name
    return SparkError(
      .busy, "find", tree.root.path, Sentence.keys(.endpointGone(name: name)).text)
  }
}

extension KeyStore {
  /// The keys of a tree, where the environment says that the configuration is.
  public init(_ tree: EndpointTree) throws(SparkError) {
    guard let config = ConfigHome.path() else {
      throw SparkError(
        .configuration, "find", "the configuration", Sentence.keys(.noConfig).text)
    }
    let record = try tree.record()
    self.init(
      tree: record.tree, name: record.name, config: config, runtime: .look(), pins: TreePins(tree))
  }
}
