internal import SparkFormat
internal import SparkSystem

/// Removes objects that nothing names, a few at a time, so that nobody waits long.
struct ObjectSweep {
  private static let step = 200

  private let tree: EndpointTree
  private let isRehearsal: Bool
  private let say: (PruneItem) throws(SparkError) -> Void

  init(
    _ tree: EndpointTree, isRehearsal: Bool, say: @escaping (PruneItem) throws(SparkError) -> Void
  ) {
    self.tree = tree
    self.isRehearsal = isRehearsal
    self.say = say
  }

  /// False when a record cannot be read: nobody can say then what is named.
  func run() throws(SparkError) -> Bool {
    let scan = TruthScan(tree)
    // The beginnings of digests: two that are alike only keep an object that nothing names.
    var named: Set<UInt64> = []
    try read(scan, &named)
    guard scan.isWhole else { return false }
    let doomed = try unnamed(named)
    for start in stride(from: 0, to: doomed.count, by: Self.step) {
      let part = Array(doomed[start..<min(start + Self.step, doomed.count)])
      if isRehearsal {
        try read(scan, &named)
        guard scan.isWhole else { return false }
        for digest in part where !named.contains(digest.beginning) { _ = try tell(digest) }
        continue
      }
      let isWhole = try tree.whileLocked(.exclusive) { () throws(SparkError) -> Bool in
        try read(scan, &named)
        guard scan.isWhole else { return false }
        var gone: [Digest] = []
        for digest in part where !named.contains(digest.beginning) {
          if try tell(digest) { gone.append(digest) }
        }
        try ObjectStore(tree).erase(gone)
        return true
      }
      if isWhole == false { return false }
      // Whoever waits for the lock comes first.
      Pause.sleep(milliseconds: 1)
    }
    return true
  }

  private func tell(_ digest: Digest) throws(SparkError) -> Bool {
    guard let status = try ObjectStore(tree).status(digest) else { return false }
    try say(
      PruneItem(
        .unreachable, "\(StoreLayout.tree(tree.number))/\(TreeLayout.object(digest))",
        bytes: status.size))
    return true
  }

  private func read(_ scan: TruthScan, _ named: inout Set<UInt64>) throws(SparkError) {
    var found = named
    try scan.read { seen throws(SparkError) in
      let record = seen.record
      found.insert(record.object.beginning)
      if let share = record.shareRecord { found.insert(share.beginning) }
      // The sealed copy of what was sent is needed only where there is no other.
      guard let sealed = seen.sealed, try isNeeded(seen) else { return }
      found.insert(sealed.object.beginning)
      found.insert(sealed.record.beginning)
    }
    // What is being discarded goes by itself.
    let journal = try tree.root.directory(RawPath(TreeLayout.journal))
    for id in try Discards(tree).ids() {
      let entry = RawPath(TreeLayout.discardName(id))
      guard let bytes = try journal.contentsIfAny(entry, limit: 1 << 20),
        let record = try? CaptureRecord(parsing: bytes)
      else { continue }
      found.insert(record.object.beginning)
      if let share = record.shareRecord { found.insert(share.beginning) }
    }
    named = found
  }

  private func isNeeded(_ seen: TruthScan.Seen) throws(SparkError) -> Bool {
    if seen.receipt == nil || seen.record.isSealed { return true }
    return try ObjectStore(tree).status(seen.record.object) == nil
  }

  private func unnamed(_ named: Set<UInt64>) throws(SparkError) -> [Digest] {
    var found: [Digest] = []
    for shard in try tree.objects.textNames() {
      guard let directory = try? tree.objects.directory(RawPath(shard)) else { continue }
      for name in try directory.names() {
        guard let digest = Digest(hexUTF8: name[...]), digest.shard == shard,
          !named.contains(digest.beginning)
        else { continue }
        found.append(digest)
      }
    }
    return found
  }
}
