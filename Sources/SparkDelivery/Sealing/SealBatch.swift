internal import SparkFormat
internal import SparkSeal
internal import SparkStore
internal import SparkSystem

/// Seals one batch: drafts, one flush for all, objects, `<id>.sealed`, one more flush, rows.
///
/// Nobody else seals in this tree meanwhile. The tree's lock is held shared for the step that links, never
/// while bytes are sealed.
struct SealBatch {
  /// What became of one capture.
  enum Outcome: Sendable {
    /// Its sealed copy is durable; `plain` says whether its plain bytes may go.
    case sealed(SealedRecord)
    /// Its row was taken away (discarded).
    case gone
    /// The bytes do not match their name any more.
    case damaged
    /// The bytes are not there any more.
    case lost
    case failed(SparkError)
  }

  let tree: EndpointTree
  let keys: SealKeys

  // From here on one file is worth all processors.
  private static let largeFrom: Int64 = 32 << 20

  private struct Draft: Sendable {
    let record: SealedRecord
    let name: String
    var copy: RawPath { RawPath(name) }
    var sealedRecord: RawPath { RawPath("\(name).record") }
    var note: RawPath { RawPath("\(name).sealed") }
  }

  private enum Drafted: Sendable {
    case draft(Draft)
    case ended(Outcome)

    var isDraft: Bool {
      if case .draft = self { return true }
      return false
    }
  }

  /// Seals; nil when the tree was moved away meanwhile.
  ///
  /// When it returns, each sealed copy and its `<id>.sealed` are durable. Throws only when a shared flush
  /// failed, and then nothing may be believed durable.
  func seal(_ items: [SealItem]) throws(SparkError) -> [Outcome]? {
    let drafted = draft(items)
    let alone = items.count <= Directory.flushedAloneUpTo
    if !alone, drafted.contains(where: \.isDraft) { try tree.root.flushFileSystem() }
    let outcomes = try tree.whileLocked(.shared) { () throws(SparkError) -> [Outcome] in
      let outcomes = Workers.map(items.count, context: {}) { _, place in
        link(items[place], drafted[place])
      }
      try flush(items, outcomes, alone: alone)
      return outcomes
    }
    if outcomes == nil { for drafted in drafted { drop(drafted) } }
    return outcomes
  }

  // MARK: Drafts

  private func draft(_ items: [SealItem]) -> [Drafted] {
    let large = items.indices.filter { items[$0].size >= Self.largeFrom }
    let small = items.indices.filter { items[$0].size < Self.largeFrom }
    let alone = items.count <= Directory.flushedAloneUpTo
    var ends: [Int: Drafted] = [:]
    let sealer = FileSealer()
    for place in large {
      ends[place] = draft(items[place], sealer, threads: Environment.processors, alone: alone)
    }
    let drafted = Workers.map(small.count, context: FileSealer.init) { sealer, place in
      draft(items[small[place]], sealer, threads: 1, alone: alone)
    }
    for (place, drafted) in zip(small, drafted) { ends[place] = drafted }
    return items.indices.map { ends[$0] ?? .ended(.gone) }
  }

  private func draft(_ item: SealItem, _ sealer: FileSealer, threads: Int, alone: Bool) -> Drafted {
    let name = CaptureID.fresh().text
    do throws(SparkError) {
      switch item.source {
      case .standing(let record): return .ended(.sealed(record))
      case .plain: return .draft(try draftPlain(item, name, sealer, threads, alone))
      case .sealed(let before):
        return .draft(try draftAgain(item, before, name, sealer, threads, alone))
      }
    } catch {
      for suffix in ["", ".record", ".sealed"] {
        _ = try? tree.tmp.remove(RawPath(name + suffix))
      }
      switch error.code {
      case .damaged, .wrongKind: return .ended(.damaged)
      case .missing: return .ended(.lost)
      default: return .ended(.failed(error))
      }
    }
  }

  private func draftPlain(
    _ item: SealItem, _ name: String, _ sealer: FileSealer, _ threads: Int, _ alone: Bool
  ) throws(SparkError) -> Draft {
    let source = try ObjectStore(tree).open(item.record.object)
    let file = try tree.tmp.newFile(RawPath(name), mode: 0o444)
    let result = try sealer.seal(
      source, size: item.record.size, to: file, recipients: [keys.recipient], threads: threads)
    try check(result, item.record.object, source.path)
    // Something behind the captured bytes means that somebody has written to the object.
    guard try source.status().size == item.record.size else {
      throw SparkError(.damaged, "seal", source.path, Sentence.damaged.text)
    }
    if alone { try file.flush() }
    let tag = keys.tags.tag(item.record.id, item.record.object)
    return try finish(
      item, name, Digest(result.digest), result.size, tag, truth: item.truth,
      share: try share(of: item.record), alone: alone)
  }

  /// What nobody can look into any more must be what was captured.
  private func check(_ result: FileSealer.Sealed, _ object: Digest, _ path: RawPath)
    throws(SparkError)
  {
    if result.plainDigest == object.bytes { return }
    throw SparkError(.damaged, "seal", path, Sentence.damaged.text)
  }

  /// Opens a copy under another generation and seals its bytes again.
  private func draftAgain(
    _ item: SealItem, _ before: SealedRecord, _ name: String, _ sealer: FileSealer, _ threads: Int,
    _ alone: Bool
  ) throws(SparkError) -> Draft {
    let objects = ObjectStore(tree)
    let moment = try open(objects.open(before.record).contents(limit: 16 << 20), before)
    let source = try objects.open(before.object)
    let file = try tree.tmp.newFile(RawPath(name), mode: 0o444)
    let result = try sealer.sealAgain(
      source, opening: keys.identities, to: file, recipients: [keys.recipient], threads: threads)
    guard let truth = try? CaptureRecord(parsing: moment.truth) else {
      throw SparkError(.damaged, "open", source.path, Sentence.damaged.text)
    }
    try check(result, truth.object, source.path)
    if alone { try file.flush() }
    return try finish(
      item, name, Digest(result.digest), result.size, before.tag, truth: moment.truth,
      share: moment.share, alone: alone)
  }

  private func open(_ bytes: [UInt8], _ before: SealedRecord) throws(SparkError) -> MomentRecord {
    do { return try MomentRecord(parsing: Age.open(bytes, with: keys.identities)) } catch {
      let path = tree.root.full(RawPath(TreeLayout.object(before.record)))
      throw SparkError(.damaged, "open", path, Sentence.damaged.text)
    }
  }

  private func share(of record: CaptureRecord) throws(SparkError) -> [UInt8] {
    guard let digest = record.shareRecord else { return [] }
    let file = try ObjectStore(tree).open(digest)
    let bytes = try file.contents(limit: 16 << 20)
    guard Blake2b256.hash(bytes) == digest.bytes else {
      throw SparkError(.damaged, "seal", file.path, Sentence.damaged.text)
    }
    return bytes
  }

  private func finish(
    _ item: SealItem, _ name: String, _ object: Digest, _ size: Int64, _ tag: Octets32,
    truth: [UInt8], share: [UInt8], alone: Bool
  ) throws(SparkError) -> Draft {
    let plain = MomentRecord(object: object, size: size, truth: truth, share: share)
    let moment: [UInt8]
    do { moment = try SealedMoment.seal(plain, tag, to: keys.recipient) } catch {
      throw SparkError(.malformed, "seal", RawPath(item.record.id.utf8), "\(error)")
    }
    let record = SealedRecord(
      id: item.record.id, key: keys.pin, object: object, size: size,
      record: Digest(Blake2b256.hash(moment)), tag: tag, place: keys.tags.place(item.record.id),
      time: .now())
    let draft = Draft(record: record, name: name)
    for (path, bytes) in [(draft.sealedRecord, moment), (draft.note, record.serialized)] {
      let file = try tree.tmp.newFile(path, mode: 0o444)
      try file.write(bytes)
      if alone { try file.flush() }
    }
    return draft
  }

  private func drop(_ drafted: Drafted) {
    guard case .draft(let draft) = drafted else { return }
    for name in [draft.copy, draft.sealedRecord, draft.note] { _ = try? tree.tmp.remove(name) }
  }

  // MARK: Links

  private func link(_ item: SealItem, _ drafted: Drafted) -> Outcome {
    guard case .draft(let draft) = drafted else {
      guard case .ended(let outcome) = drafted else { return .gone }
      return outcome
    }
    do throws(SparkError) {
      let row = tree.outbox.directory(.sealing)
      guard try row.exists(RawPath(item.record.id.utf8)) else {
        drop(drafted)
        return .gone
      }
      let objects = ObjectStore(tree)
      try objects.adopt(draft.copy, as: draft.record.object)
      try objects.adopt(draft.sealedRecord, as: draft.record.record)
      let place = RawPath(TreeLayout.sealed(item.record.id, item.record.time))
      try tree.tmp.replace(draft.note, to: tree.root, place)
      return .sealed(draft.record)
    } catch {
      drop(drafted)
      return .failed(error)
    }
  }

  private func flush(_ items: [SealItem], _ outcomes: [Outcome], alone: Bool) throws(SparkError) {
    // A copy that stood already may be a killed sealer's, whose files and names were never flushed.
    let hasStanding = items.contains { if case .standing = $0.source { true } else { false } }
    guard alone, !hasStanding else { return try tree.root.flushFileSystem() }
    for (item, outcome) in zip(items, outcomes) {
      guard case .sealed(let record) = outcome else { continue }
      for digest in [record.object, record.record] {
        try tree.root.directory(RawPath(TreeLayout.objectShard(digest))).flush()
      }
      try tree.root.directory(RawPath(TreeLayout.monthDirectory(item.record.time))).flush()
    }
  }
}
