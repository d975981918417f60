internal import SparkFormat
internal import SparkSystem

/// Finds what dead processes left behind: temporaries, carriers, journal entries.
struct VerifyLitter {
  let verify: VerifyTree

  private var litter: Litter { Litter(tree: verify.tree) }

  /// Whether a process died in a tree's operation, so that its ledger may say too much.
  var hasDead: Bool {
    get throws(SparkError) {
      if try !litter.dead(TreeLayout.journal).isEmpty { return true }
      return try !litter.dead(TreeLayout.carriers).isEmpty
    }
  }

  /// Reports it, and removes it where nobody who lives could still use it.
  func run() throws(SparkError) {
    let litter = litter
    if try litter.isClean() { return }
    // A file is made before it is locked, so one that seems dead may be about to live.
    Pause.sleep(milliseconds: 50)
    try verify.whileStill { () throws(SparkError) in
      let carriers = try litter.dead(TreeLayout.carriers)
      let journal = try litter.deadEntries()
      let carried = try litter.deadDirectories()
      let isAlone = try !litter.hasLiving()
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
      if !carriers.isEmpty || !carried.isEmpty { try litter.recoverCarriers() }
      for name in journal { try litter.removeEntry(name) }
    }
  }
}
