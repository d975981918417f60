internal import SparkFormat
public import SparkSystem

/// The largest checkpoint that a tree has seen of its register's log; each later one must go on from it.
public struct CheckpointMemory: Sendable {
  private let tree: EndpointTree
  private static let name = RawPath(TreeLayout.checkpoint)

  /// The memory of this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// What was seen last; nil when nothing was.
  ///
  /// Throws `malformed` when it is not what the key signed.
  public func read(_ key: NoteKey) throws(SparkError) -> SignedCheckpoint? {
    guard let bytes = try tree.root.contentsIfAny(Self.name, limit: 1 << 20) else { return nil }
    do { return try SignedCheckpoint(bytes, key: key) } catch {
      let path = tree.root.full(Self.name)
      throw SparkError(
        .malformed, "read", path, Sentence.trail(.memoryDamaged(path: path.shown)).text)
    }
  }

  /// Keeps a checkpoint that was checked, durably, unless a larger one is known.
  public func keep(_ checkpoint: SignedCheckpoint, _ key: NoteKey) throws(SparkError) {
    try change { () throws(SparkError) in
      if let known = try read(key), known.size >= checkpoint.size { return }
      try write(checkpoint)
    }
  }

  /// Keeps a checkpoint in the place of whatever was known.
  public func replace(_ checkpoint: SignedCheckpoint) throws(SparkError) {
    try change { () throws(SparkError) in try write(checkpoint) }
  }

  private func change(_ body: () throws(SparkError) -> Void) throws(SparkError) {
    let lock = try FileLock(tree.root, RawPath(TreeLayout.checkpointLock), .exclusive)
    try body()
    lock.release()
  }

  private func write(_ checkpoint: SignedCheckpoint) throws(SparkError) {
    try tree.root.replaceDurably(
      Self.name, checkpoint.bytes, temporary: tree.tmp, unique: CaptureID.fresh().text)
  }
}
