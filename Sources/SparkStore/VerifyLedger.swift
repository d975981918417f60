internal import SparkFormat
internal import SparkSystem

/// Compares the ledger with what is held.
struct VerifyLedger {
  let verify: VerifyTree

  /// `mustCount` says that markers were made or removed by a repair.
  func run(mustCount: Bool) throws(SparkError) {
    let ledger = verify.tree.ledger
    if !mustCount {
      // A store in which nothing was ever kept has none.
      let sum = try verify.tree.root.exists(RawPath(TreeLayout.heldBytes)) ? ledger.total() : 0
      if try sum == ledger.counted() { return }
    }
    try verify.whileStill { () throws(SparkError) in
      let held = try ledger.counted()
      let total = try ledger.total()
      if total != held {
        let flaw = try flaw(total, held)
        verify.report.add(
          flaw, verify.shown(TreeLayout.heldBytes),
          detail: total.map { "held-bytes: \($0), held: \(held)" }, mended: verify.repairs)
      } else if !mustCount {
        return
      }
      if verify.repairs { try ledger.count() }
    }
  }

  private func flaw(_ total: Int64?, _ held: Int64) throws(SparkError) -> Flaw {
    guard let total else { return try isOfThisBoot() ? .ledgerWrong : .ledgerStale }
    // A crash can only make it say too much, and leaves an entry that says so.
    guard total > held else { return .ledgerWrong }
    return try VerifyLitter(verify: verify).hasDead ? .ledgerStale : .ledgerWrong
  }

  private func isOfThisBoot() throws(SparkError) -> Bool {
    let bytes = try verify.tree.root.contentsIfAny(RawPath(TreeLayout.heldBytes))
    guard let bytes, !bytes.isEmpty else { return false }
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    // A whole first line of another boot is what every restart leaves.
    let isBootLine = first.starts(with: "Boot: ".utf8) && first.count < bytes.count
    return !isBootLine || first.elementsEqual(HeldLedger.start(boot: Clock.bootID).dropLast())
  }
}
