internal import SparkFormat
public import SparkSystem

/// Checks every invariant of a store that can be checked, and makes again what is derived.
public enum Verify {
  /// Checks a store.
  ///
  /// With `repairs`, markers, rows, the ledger and what dead processes left are mended; truths, receipts
  /// and objects are never touched.
  ///
  /// Others may be at work: what they could be in the middle of is looked at again under the tree's
  /// exclusive lock before it is said. Memory does not grow with what is stored.
  public static func run(_ home: StoreHome, repairs: Bool, _ report: VerifyReport)
    throws(SparkError)
  {
    let places = VerifyPlaces(home: home, report: report)
    try places.lookAtHome()
    for number in try home.treeNumbers() {
      let tree: EndpointTree
      do { tree = try EndpointTree(home: home, number: number) } catch {
        guard error.code == .missing else { throw error }
        report.add(.directoryMissing, relative(error.path, home))
        continue
      }
      try places.lookAtTree(tree)
      try verify(tree, repairs, report)
    }
  }

  private static func relative(_ path: String, _ home: StoreHome) -> String {
    let prefix = home.root.path.description + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func verify(_ tree: EndpointTree, _ repairs: Bool, _ report: VerifyReport)
    throws(SparkError)
  {
    var endpoint: EndpointRecord?
    do { endpoint = try tree.record() } catch {
      report.add(
        .torn, "\(StoreLayout.tree(tree.number))/\(TreeLayout.endpoint)", detail: error.reason)
    }
    let verify = VerifyTree(tree: tree, report: report, repairs: repairs, endpoint: endpoint)
    try VerifyDiscards(verify: verify).run()
    let broken = try VerifyObjects(verify: verify).run()
    let truths = try VerifyTruths(verify: verify, broken: broken).run()
    reportObjects(verify, broken, truths)
    try VerifyShared(verify: verify).run(truths.beginnings)
    let suspects = try Set(truths.suspects + VerifyDerived(verify: verify).suspects()).sorted()
    var changedMarkers = false
    // A few at a time, so that nobody waits long for the lock.
    for start in stride(from: 0, to: suspects.count, by: 1000) {
      try verify.whileStill { () throws(SparkError) in
        var mender = try CaptureMender(verify)
        for id in suspects[start..<min(start + 1000, suspects.count)] { try mender.examine(id) }
        if mender.changedMarkers { changedMarkers = true }
      }
    }
    try VerifyLedger(verify: verify).run(mustCount: changedMarkers)
    try VerifyLitter(verify: verify).run()
  }

  private static func reportObjects(
    _ verify: VerifyTree, _ broken: [Digest: VerifyObjects.Broken], _ truths: VerifyTruths.Result
  ) {
    for (digest, found) in broken.sorted(by: { $0.key < $1.key }) {
      let isCut = found.flaw == .objectDamaged && found.size < truths.sizes[digest] ?? 0
      verify.report.add(
        isCut ? .objectCut : found.flaw, verify.shown(TreeLayout.object(digest)),
        truths.concerned[digest, default: []].sorted(), detail: found.detail)
    }
    for digest in truths.missing.sorted() {
      verify.report.add(
        .objectMissing, verify.shown(TreeLayout.object(digest)),
        truths.concerned[digest, default: []].sorted())
    }
  }
}
