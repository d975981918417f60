internal import SparkFormat
internal import SparkSystem

/// Names discards that were begun and not finished, and finishes them.
struct VerifyDiscards {
  let verify: VerifyTree

  func run() throws(SparkError) {
    let discards = try Discards(verify.tree)
    let ids = try discards.ids().sorted()
    if verify.repairs { try discards.finishAll() }
    let left = Set(try discards.ids())
    for id in ids {
      verify.report.add(
        .discardUnfinished, verify.shown(TreeLayout.discard(id)), [id],
        mended: verify.repairs && !left.contains(id))
    }
  }
}
