public import SparkFormat
public import SparkSystem

/// Takes the plain bytes and names of captures out of a tree, once their sealed copies are durable.
///
/// The object goes first, then the truth is replaced by one that says only what can be known without a
/// key, then marker and row. A crash in between is met by the next sealer, for the row is still in
/// `sealing`.
public struct PlaintextDropper {
  private let tree: EndpointTree

  /// Works on this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// A capture and its sealed copy.
  public struct Capture: Sendable {
    let truth: CaptureRecord
    let sealed: SealedRecord

    /// Names a capture and its sealed copy, which must be durable.
    public init(truth: CaptureRecord, sealed: SealedRecord) {
      self.truth = truth
      self.sealed = sealed
    }
  }

  /// Drops what is plain, durably; false when the tree is gone or somebody, such as a backup, holds its
  /// lock for longer, and then nothing was done.
  public func drop(_ captures: [Capture]) throws(SparkError) -> Bool {
    if captures.isEmpty { return true }
    let done: Void? = try tree.ifNobodyIsInAStep { () throws(SparkError) in
      try dropLocked(captures)
    }
    return done != nil
  }

  private func dropLocked(_ all: [Capture]) throws(SparkError) {
    // One that was discarded since must not come back.
    var captures: [Capture] = []
    for capture in all {
      let path = TreeLayout.truth(capture.truth.id, capture.truth.time)
      if try tree.root.exists(RawPath(path)) { captures.append(capture) }
    }
    try removeObjects(captures)
    var drafts: [(Capture, RawPath)] = []
    for capture in captures {
      let draft = RawPath(CaptureID.fresh().text)
      try tree.tmp.create(draft, Self.sealedTruth(capture).serialized, mode: 0o444)
      drafts.append((capture, draft))
    }
    // What was unlinked is gone for good before the last record that names it is.
    try tree.root.flushFileSystem()
    for (capture, draft) in drafts {
      let truth = RawPath(TreeLayout.truth(capture.truth.id, capture.truth.time))
      try tree.tmp.replace(draft, to: tree.root, truth)
      try relink(capture.truth.id, truth)
    }
    try tree.root.flushFileSystem()
  }

  private static func sealedTruth(_ capture: Capture) -> CaptureRecord {
    CaptureRecord(
      sealed: capture.truth.id, time: capture.truth.time, size: capture.truth.size,
      object: capture.sealed.object, sealedSize: capture.sealed.size)
  }

  /// Makes the marker and a fresh row links of the truth again.
  private func relink(_ id: CaptureID, _ truth: RawPath) throws(SparkError) {
    let name = RawPath(id.utf8)
    let sealing = tree.outbox.directory(.sealing)
    for directory in [tree.held, sealing] {
      guard let bytes = try directory.contentsIfAny(name, limit: 1 << 20),
        (try? CaptureRecord(parsing: bytes)) != nil
      else { continue }
      let draft = RawPath(CaptureID.fresh().text)
      try tree.root.linkNew(truth, to: tree.tmp, draft)
      try tree.tmp.replace(draft, to: directory, name)
      // A rename of one link over another of the same file does nothing at all.
      try tree.tmp.remove(draft)
    }
  }

  private func removeObjects(_ captures: [Capture]) throws(SparkError) {
    var digests: Set<Digest> = []
    var mayBeShared = false
    for truth in captures.map(\.truth) where !truth.isSealed {
      digests.insert(truth.object)
      if let share = truth.shareRecord {
        digests.insert(share)
        mayBeShared = true
      }
      if try tree.shared.exists(RawPath(truth.object.hex)) { mayBeShared = true }
    }
    if mayBeShared { digests.subtract(try named(but: Set(captures.map(\.truth.id)))) }
    for digest in digests {
      try tree.objects.remove(RawPath(TreeLayout.objectInShard(digest)))
      try tree.shared.remove(RawPath(digest.hex))
    }
  }

  /// The plain objects that other captures' truths name.
  private func named(but own: Set<CaptureID>) throws(SparkError) -> Set<Digest> {
    var named: Set<Digest> = []
    let captures = Captures(tree)
    for name in try captures.months() {
      let month = try captures.month(name)
      for id in try captures.ids(in: month) where !own.contains(id) {
        let truth = try captures.record(id, in: month)
        if truth.isSealed { continue }
        named.insert(truth.object)
        if let share = truth.shareRecord { named.insert(share) }
      }
    }
    return named
  }
}
