public import SparkFormat
public import SparkSystem

/// Commits captures: bytes flushed, objects linked, markers and truths linked, directories flushed, rows
/// made, in this order and with shared flushes.
///
/// When `commit` returns, each capture that succeeded survives a power loss. The tree's lock must be held
/// shared throughout.
public struct CaptureBatch: Sendable {
  /// What became of one draft.
  public enum Outcome: Sendable {
    /// It is durable.
    case kept
    /// It was durable before, from a run that crashed later; its bytes were counted then.
    case standing
    /// A writer came to the source before it was linked in; nothing of it was kept.
    case changed
    /// The truth stands already, with other contents.
    case conflict
    /// It failed, and nothing of it was kept.
    case failed(SparkError)
  }

  private let tree: EndpointTree
  private let prepared: State?
  // Flushing each file and directory by itself is the faster way for a few, one flush of the whole
  // file system for many.
  private static let aloneUpTo = 3

  /// Prepares to commit into a tree; `prepared` is the state of new rows, nil at nowhere.
  public init(tree: EndpointTree, prepared: State?) {
    self.tree = tree
    self.prepared = prepared
  }

  /// Commits the drafts; the outcomes are in their order. Throws only when a shared flush failed, and
  /// then nothing may be believed durable.
  public func commit(_ drafts: [CaptureDraft], companions: [Companion] = []) throws(SparkError)
    -> [Outcome]
  {
    if drafts.isEmpty { return [] }
    let alone = drafts.count <= Self.aloneUpTo
    let months = try MonthDirectories(tree, drafts.map { $0.record.time }, durable: alone)
    var outcomes = written(drafts)
    for companion in companions { try write(companion, durable: alone) }
    if !alone { try tree.root.flushFileSystem() }
    settle(drafts, alone: alone, &outcomes)
    try link(companions)
    link(drafts, months, &outcomes)
    if alone { try flushDirectories(drafts, companions, months) } else { try tree.root.flushFileSystem() }
    try makeRows(drafts, months, outcomes)
    return outcomes
  }

  private static func truthDraft(_ record: CaptureRecord) -> RawPath { RawPath(record.id.utf8) }

  private func written(_ drafts: [CaptureDraft]) -> [Outcome] {
    Workers.map(drafts.count, context: {}) { [tree] _, place in
      let record = drafts[place].record
      do throws(SparkError) {
        try tree.tmp.remove(Self.truthDraft(record))
        try tree.tmp.create(Self.truthDraft(record), record.serialized, mode: 0o444)
        return .kept
      } catch { return .failed(error) }
    }
  }

  private func write(_ companion: Companion, durable: Bool) throws(SparkError) {
    let file = try tree.tmp.newFile(RawPath(companion.draft), mode: 0o444)
    try file.write(companion.bytes)
    if durable { try file.flush() }
  }

  private func link(_ companions: [Companion]) throws(SparkError) {
    let stream = ByteStream()
    for companion in companions {
      try ObjectStore(tree).put(
        .copied(RawPath(companion.draft)), companion.digest, Int64(companion.bytes.count), stream)
    }
  }

  private func settle(_ drafts: [CaptureDraft], alone: Bool, _ outcomes: inout [Outcome]) {
    for (place, draft) in drafts.enumerated() {
      guard case .kept = outcomes[place] else { continue }
      do throws(SparkError) {
        if alone { try tree.tmp.file(Self.truthDraft(draft.record)).flushData() }
        try draft.settle(alone)
      } catch { outcomes[place] = .failed(error) }
    }
  }

  private func link(
    _ drafts: [CaptureDraft], _ months: MonthDirectories, _ outcomes: inout [Outcome]
  ) {
    let before = outcomes
    outcomes = Workers.map(drafts.count, context: ByteStream.init) { [self] stream, place in
      let draft = drafts[place]
      if case .failed = before[place] {
        discard(draft)
        return before[place]
      }
      do throws(SparkError) {
        let outcome = try linkOne(draft, months, stream)
        if case .kept = outcome { return outcome }
        discard(draft)
        return outcome
      } catch {
        discard(draft)
        return .failed(error)
      }
    }
  }

  private func linkOne(_ draft: CaptureDraft, _ months: MonthDirectories, _ stream: ByteStream)
    throws(SparkError) -> Outcome
  {
    let record = draft.record
    guard draft.isIntact() else { return .changed }
    try ObjectStore(tree).put(draft.source, record.object, record.size, stream)
    let truth = RawPath(record.id.utf8)
    let month = months[record.time]
    // Linked now, this marker is in every journal commit that has the truth.
    try tree.tmp.linkNew(Self.truthDraft(record), to: tree.held, truth)
    if try tree.tmp.renameNew(Self.truthDraft(record), to: month, truth) { return .kept }
    return try settleExisting(record, month)
  }

  /// The truth stood already: a crash came after it. The same capture is a success.
  private func settleExisting(_ record: CaptureRecord, _ month: Directory) throws(SparkError)
    -> Outcome
  {
    let truth = RawPath(record.id.utf8)
    let standing = try month.contents(truth, limit: 1 << 20)
    try tree.tmp.remove(Self.truthDraft(record))
    if try month.exists(RawPath(TreeLayout.receiptName(record.id))) {
      try tree.held.remove(truth)
    } else {
      // The marker must be a link of the standing truth, not of the draft.
      try tree.held.remove(truth)
      try month.linkNew(truth, to: tree.held, truth)
    }
    return standing == record.serialized ? .standing : .conflict
  }

  private func discard(_ draft: CaptureDraft) {
    // What stays in tmp/ is of no use to anyone, and verify removes it.
    _ = try? tree.tmp.remove(Self.truthDraft(draft.record))
    if case .copied(let name) = draft.source { _ = try? tree.tmp.remove(name) }
  }

  private func flushDirectories(
    _ drafts: [CaptureDraft], _ companions: [Companion], _ months: MonthDirectories
  ) throws(SparkError) {
    var shards: Set<String> = []
    for draft in drafts { shards.insert(TreeLayout.objectShard(draft.record.object)) }
    for companion in companions { shards.insert(TreeLayout.objectShard(companion.digest)) }
    for shard in shards { try tree.root.directory(RawPath(shard)).flush() }
    try tree.shared.flush()
    try tree.held.flush()
    try months.flush()
  }

  private func makeRows(
    _ drafts: [CaptureDraft], _ months: MonthDirectories, _ outcomes: [Outcome]
  ) throws(SparkError) {
    guard let prepared else { return }
    for (draft, outcome) in zip(drafts, outcomes) {
      let name = RawPath(draft.record.id.utf8)
      let month = months[draft.record.time]
      switch outcome {
      case .kept: try tree.outbox.make(draft.record.id, prepared, truth: name, in: month)
      case .standing:
        // Held and without a row: the crash came between the two.
        if try tree.held.exists(name), try tree.outbox.state(of: draft.record.id) == nil {
          try tree.outbox.make(draft.record.id, prepared, truth: name, in: month)
        }
      default: continue
      }
    }
  }
}
