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

  /// Prepares to commit into a tree; `prepared` is the state of new rows, nil at nowhere.
  public init(tree: EndpointTree, prepared: State?) {
    self.tree = tree
    self.prepared = prepared
  }

  /// Commits the drafts; the outcomes are in their order.
  ///
  /// Throws only when a shared flush failed, and then nothing may be believed durable, or with what
  /// `meanwhile` returned.
  ///
  /// `meanwhile` is called with the outcomes once they are durable, at the same time as rows are made:
  /// sources may be let go then, since a row that a crash prevents is made again from its marker.
  public func commit(
    _ drafts: [CaptureDraft], companions: [Companion] = [],
    meanwhile: @escaping @Sendable ([Outcome]) -> SparkError? = { _ in nil }
  ) throws(SparkError) -> [Outcome] {
    if drafts.isEmpty { return [] }
    let alone = drafts.count <= Directory.flushedAloneUpTo
    let months = try MonthDirectories(tree, drafts.map { $0.record.time }, durable: alone)
    let sealed = try SealedStanding(tree, drafts.map(\.record), months)
    let companions = companions.filter { companion in
      drafts.contains { draft in
        draft.record.shareRecord == companion.digest && sealed[draft.record.id] == nil
      }
    }
    for companion in companions { try write(companion, durable: alone) }
    if !alone { try tree.root.flushFileSystem() }
    try link(companions)
    let outcomes = link(drafts, months, sealed, alone: alone)
    if alone {
      try flushDirectories(drafts, companions, months)
    } else {
      try tree.root.flushFileSystem()
    }
    let errors: [SparkError?] = Workers.map(2, threads: alone ? 1 : 2, context: {}) {
      [self] _, half in
      if half == 1 { return meanwhile(outcomes) }
      makeRows(drafts, months, outcomes)
      return nil
    }
    for case let error? in errors { throw error }
    return outcomes
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

  private func link(
    _ drafts: [CaptureDraft], _ months: MonthDirectories, _ sealed: SealedStanding, alone: Bool
  ) -> [Outcome] {
    Workers.map(drafts.count, context: ByteStream.init) { [self] stream, place in
      let draft = drafts[place]
      do throws(SparkError) {
        if alone { try draft.truth.flush() }
        try draft.settle(alone)
        let outcome = try linkOne(draft, months, sealed, stream)
        if case .kept = outcome { return outcome }
        discard(draft)
        return outcome
      } catch {
        discard(draft)
        return .failed(error)
      }
    }
  }

  private func linkOne(
    _ draft: CaptureDraft, _ months: MonthDirectories, _ sealed: SealedStanding,
    _ stream: ByteStream
  ) throws(SparkError) -> Outcome {
    let record = draft.record
    let truth = RawPath(record.id.utf8)
    let month = months[record.time]
    guard draft.isIntact() else { return .changed }
    // Its plain bytes were dropped and must not come back.
    if let isSame = sealed[record.id] {
      _ = try settleExisting(draft, month)
      return isSame ? .standing : .conflict
    }
    if record.share != nil, let standing = try month.contentsIfAny(truth, limit: 1 << 20),
      !Self.isSame(standing, record)
    {
      // A share names its own id. Its bytes go back, so they must not have become an object.
      return .conflict
    }
    try ObjectStore(tree).put(draft.source, record.object, record.size, stream)
    // Linked now, this marker is in every journal commit that has the truth.
    try draft.truth.link(to: tree.held, truth)
    do throws(SparkError) {
      if try draft.truth.publish(to: month, truth) { return .kept }
    } catch {
      // A marker alone would be counted as held for ever.
      if (try? month.exists(truth)) == false { _ = try? tree.held.remove(truth) }
      throw error
    }
    return try settleExisting(draft, month)
  }

  /// The truth stood already: a crash came after it.
  ///
  /// The same capture is a success.
  private func settleExisting(_ draft: CaptureDraft, _ month: Directory) throws(SparkError)
    -> Outcome
  {
    let record = draft.record
    let truth = RawPath(record.id.utf8)
    let standing = try month.contents(truth, limit: 1 << 20)
    draft.truth.discard()
    if try month.exists(RawPath(TreeLayout.receiptName(record.id))) {
      try tree.held.remove(truth)
    } else {
      // The marker must be a link of the standing truth, not of the draft; and at no moment may it be
      // missing, or a look at that moment would call the capture sent.
      let marker = RawPath(CaptureID.fresh().text)
      try month.linkNew(truth, to: tree.tmp, marker)
      try tree.tmp.replace(marker, to: tree.held, truth)
      // A rename of one link over another does nothing at all.
      try tree.tmp.remove(marker)
    }
    return Self.isSame(standing, record) ? .standing : .conflict
  }

  /// Whether a standing truth is of the same capture.
  ///
  /// Its words may differ: the run that wrote it may have had another time zone in its environment,
  /// or been of another version.
  private static func isSame(_ standing: [UInt8], _ record: CaptureRecord) -> Bool {
    guard let truth = try? CaptureRecord(parsing: standing) else { return false }
    return truth.id == record.id && truth.object == record.object && truth.size == record.size
      && truth.share == record.share && truth.shareRecord == record.shareRecord
  }

  private func discard(_ draft: CaptureDraft) {
    draft.truth.discard()
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

  /// A row that cannot be made changes nothing: all is durable by now, and the next send makes it.
  private func makeRows(
    _ drafts: [CaptureDraft], _ months: MonthDirectories, _ outcomes: [Outcome]
  ) {
    guard let prepared else { return }
    for (draft, outcome) in zip(drafts, outcomes) {
      let name = RawPath(draft.record.id.utf8)
      let month = months[draft.record.time]
      switch outcome {
      case .kept: _ = try? tree.outbox.make(draft.record.id, prepared, truth: name, in: month)
      case .standing:
        // Held and without a row: the crash came between the two.
        if (try? tree.held.exists(name)) == true,
          case .some(.none) = try? tree.outbox.state(of: draft.record.id),
          (try? Discards(tree).contains(draft.record.id)) == false
        {
          _ = try? tree.outbox.make(draft.record.id, prepared, truth: name, in: month)
        }
      default: continue
      }
    }
  }
}
