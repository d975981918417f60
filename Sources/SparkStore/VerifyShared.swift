internal import SparkFormat
internal import SparkSystem

/// Finds objects that several captures name and that are not marked as shared.
struct VerifyShared {
  let verify: VerifyTree

  /// Looks at the beginnings of the digests of all objects that captures name, and reads the truths a
  /// second time only where a marker seems to be missing.
  func run(_ beginnings: consuming [UInt64]) throws(SparkError) {
    var marked: Set<UInt64> = []
    for name in try verify.tree.shared.names() {
      if let digest = Digest(hexUTF8: name[...]) {
        marked.insert(digest.beginning)
      } else {
        verify.report.add(.alien, verify.shown(TreeLayout.shared, name))
      }
    }
    beginnings.sort()
    var unmarked: Set<UInt64> = []
    for place in beginnings.indices.dropFirst() where beginnings[place] == beginnings[place - 1] {
      if !marked.contains(beginnings[place]) { unmarked.insert(beginnings[place]) }
    }
    if unmarked.isEmpty { return }
    let sharers = try sharers(of: unmarked)
    try verify.whileStill { () throws(SparkError) in
      for (digest, ids) in sharers.sorted(by: { $0.key < $1.key }) where ids.count > 1 {
        if try verify.tree.shared.exists(RawPath(digest.hex)) { continue }
        verify.report.add(
          .sharedMissing, verify.shown(TreeLayout.shared(digest)), ids, mended: verify.repairs)
        if verify.repairs { try verify.tree.shared.create(RawPath(digest.hex), [], mode: 0o444) }
      }
    }
  }

  private func sharers(of beginnings: Set<UInt64>) throws(SparkError) -> [Digest: [CaptureID]] {
    var found: [Digest: [CaptureID]] = [:]
    let captures = Captures(verify.tree)
    for name in try captures.months() {
      let month = try captures.month(name)
      try month.forEachChunk(other: { _ in }) { ids throws(SparkError) in
        for id in ids {
          guard let object = (try? captures.record(id, in: month))?.object else { continue }
          if beginnings.contains(object.beginning) { found[object, default: []].append(id) }
        }
      }
    }
    return found
  }
}
