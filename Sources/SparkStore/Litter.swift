internal import SparkFormat
internal import SparkSystem

/// What dead processes left in a tree, told from what living ones use by the locks that these hold.
struct Litter {
  let tree: EndpointTree

  /// Names in a directory of locked files whose lock nobody holds.
  func dead(_ path: String) throws(SparkError) -> [[UInt8]] {
    let directory = try tree.root.directory(RawPath(path))
    var found: [[UInt8]] = []
    for name in try directory.names() where try !isAlive(name, in: directory) {
      // One that is gone by now ended well.
      if try directory.exists(RawPath(name)) { found.append(name) }
    }
    return found
  }

  /// The journal's entries that a crash has left; a discard's is no litter, and is named by itself.
  func deadEntries() throws(SparkError) -> [[UInt8]] {
    try dead(TreeLayout.journal).filter { TreeLayout.discarded($0) == nil }
  }

  /// Whether a process is at work that may have temporaries.
  func hasLiving() throws(SparkError) -> Bool {
    for path in [TreeLayout.carriers, TreeLayout.journal] {
      let directory = try tree.root.directory(RawPath(path))
      for name in try directory.names() where try isAlive(name, in: directory) { return true }
    }
    return false
  }

  private func isAlive(_ name: [UInt8], in directory: Directory) throws(SparkError) -> Bool {
    if let lock = try FileLock.attempt(directory, RawPath(name), .shared) {
      lock.release()
      return false
    }
    return try directory.exists(RawPath(name))
  }

  /// Directories under the carried states whose carrier does not live.
  func deadDirectories() throws(SparkError) -> [(String, [UInt8])] {
    let carriers = try tree.root.directory(RawPath(TreeLayout.carriers))
    var found: [(String, [UInt8])] = []
    for state in State.allCases where state.isCarried {
      let directory = tree.outbox.directory(state)
      for name in try directory.names() {
        guard try directory.statusIfAny(RawPath(name))?.kind == .directory,
          try !isAlive(name, in: carriers)
        else { continue }
        found.append((TreeLayout.state(state), name))
      }
    }
    return found
  }

  /// Whether there is none.
  func isClean() throws(SparkError) -> Bool {
    guard try tree.tmp.isEmpty(), try dead(TreeLayout.carriers).isEmpty, try deadEntries().isEmpty
    else { return false }
    return try deadDirectories().isEmpty
  }

  /// Removes a dead process's entry; what it had told the ledger is counted again.
  ///
  /// Needs the tree's exclusive lock.
  func removeEntry(_ name: [UInt8]) throws(SparkError) {
    let journal = try tree.root.directory(RawPath(TreeLayout.journal))
    guard let lock = try FileLock.attempt(journal, RawPath(name), .exclusive) else { return }
    try tree.ledger.count()
    try journal.remove(RawPath(name))
    lock.release()
  }

  /// Puts back what dead carriers carried; what they had told the ledger is counted again.
  ///
  /// Needs the tree's exclusive lock.
  func recoverCarriers() throws(SparkError) {
    _ = try DeadCarriers.recover(tree)
    try tree.ledger.count()
  }
}
