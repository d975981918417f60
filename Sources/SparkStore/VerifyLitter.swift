internal import SparkFormat
internal import SparkSystem

/// Finds what dead processes left behind: temporaries, carriers, journal entries.
struct VerifyLitter {
  let verify: VerifyTree

  /// Whether a process died in a tree's operation, so that its ledger may say too much.
  var hasDead: Bool {
    get throws(SparkError) {
      if try !dead(TreeLayout.journal).isEmpty { return true }
      return try !dead(TreeLayout.carriers).isEmpty
    }
  }

  /// Reports it, and removes it where nobody who lives could still use it.
  func run() throws(SparkError) {
    if try isClean() { return }
    // A file is made before it is locked, so one that seems dead may be about to live.
    Pause.sleep(milliseconds: 50)
    try verify.whileStill { () throws(SparkError) in
      let carriers = try dead(TreeLayout.carriers)
      let journal = try deadEntries()
      let carried = try deadDirectories()
      let isAlone = try !hasLiving()
      let removes = verify.repairs && isAlone
      let tmp = try isAlone ? verify.tree.tmp.names() : []
      // One finding for all: a batch that died leaves hundreds.
      if !tmp.isEmpty {
        verify.report.add(
          .litter, verify.shown(TreeLayout.tmp), detail: "\(tmp.count)", mended: removes)
      }
      if removes { for name in tmp { try verify.tree.tmp.removeTree(RawPath(name)) } }
      for (path, name) in carried {
        verify.report.add(.carrierDead, verify.shown(path, name), mended: verify.repairs)
      }
      for name in carriers {
        verify.report.add(
          .litter, verify.shown(TreeLayout.carriers, name), mended: verify.repairs)
      }
      for name in journal {
        verify.report.add(.litter, verify.shown(TreeLayout.journal, name), mended: verify.repairs)
      }
      guard verify.repairs else { return }
      if !carriers.isEmpty || !carried.isEmpty {
        _ = try DeadCarriers.recover(verify.tree)
        try verify.tree.ledger.count()
      }
      for name in journal { try removeEntry(name) }
    }
  }

  private func isClean() throws(SparkError) -> Bool {
    guard try verify.tree.tmp.isEmpty(), try dead(TreeLayout.carriers).isEmpty,
      try deadEntries().isEmpty
    else { return false }
    return try deadDirectories().isEmpty
  }

  private func removeEntry(_ name: [UInt8]) throws(SparkError) {
    let journal = try verify.tree.root.directory(RawPath(TreeLayout.journal))
    guard let lock = try FileLock.attempt(journal, RawPath(name), .exclusive) else { return }
    try verify.tree.ledger.count()
    try journal.remove(RawPath(name))
    lock.release()
  }

  private func hasLiving() throws(SparkError) -> Bool {
    for path in [TreeLayout.carriers, TreeLayout.journal] {
      let directory = try verify.tree.root.directory(RawPath(path))
      for name in try directory.names() where try isAlive(name, in: directory) { return true }
    }
    return false
  }

  /// The journal's entries that a crash has left; a discard's is no litter, and is named by itself.
  private func deadEntries() throws(SparkError) -> [[UInt8]] {
    try dead(TreeLayout.journal).filter { TreeLayout.discarded($0) == nil }
  }

  /// Names whose lock nobody holds.
  private func dead(_ path: String) throws(SparkError) -> [[UInt8]] {
    let directory = try verify.tree.root.directory(RawPath(path))
    var found: [[UInt8]] = []
    for name in try directory.names() where try !isAlive(name, in: directory) {
      // One that is gone by now ended well.
      if try directory.exists(RawPath(name)) { found.append(name) }
    }
    return found
  }

  private func isAlive(_ name: [UInt8], in directory: Directory) throws(SparkError) -> Bool {
    if let lock = try FileLock.attempt(directory, RawPath(name), .shared) {
      lock.release()
      return false
    }
    return try directory.exists(RawPath(name))
  }

  /// Directories under the carried states whose carrier does not live.
  private func deadDirectories() throws(SparkError) -> [(String, [UInt8])] {
    let carriers = try verify.tree.root.directory(RawPath(TreeLayout.carriers))
    var found: [(String, [UInt8])] = []
    for state in State.allCases where state.isCarried {
      let directory = verify.tree.outbox.directory(state)
      for name in try directory.names() {
        guard try directory.statusIfAny(RawPath(name))?.kind == .directory,
          try !isAlive(name, in: carriers)
        else { continue }
        found.append((TreeLayout.state(state), name))
      }
    }
    return found
  }
}
