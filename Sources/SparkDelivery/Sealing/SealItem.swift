internal import SparkFormat
internal import SparkSeal
internal import SparkStore
internal import SparkSystem

/// One capture about to be sealed, and where its bytes come from.
struct SealItem: Sendable {
  /// Where the bytes are.
  enum Source: Sendable {
    /// In the gallery, as they are.
    case plain
    /// Only in a sealed copy under another generation, which has to be opened.
    case sealed(SealedRecord)
    /// Nothing is left to do: its sealed copy is under the current generation and whole.
    case standing(SealedRecord)
  }

  /// The truth.
  let record: CaptureRecord
  /// The truth's bytes.
  let truth: [UInt8]
  /// Where the bytes are.
  let source: Source
  /// The copy that stands now, if any; a new one takes its place.
  let before: SealedRecord?

  /// How much has to be sealed.
  var size: Int64 {
    if case .standing = source { return 0 }
    return record.size
  }
}

/// Looks at what stands behind a row that has to be sealed.
struct SealItemReader: Sendable {
  let tree: EndpointTree
  let key: KeyPin
  /// The generations whose identity is at hand.
  let opens: Set<Int>
  /// Whether there are identities that are locked just now.
  let isLocked: Bool
  /// Tells which captures need not be sealed any more.
  let recorded: RecordedRows

  /// What was found.
  enum Found: Sendable {
    case item(SealItem)
    /// The row is no longer there: another process was first.
    case gone
    /// Its receipt is there already.
    case recorded(CaptureRecord)
    /// There is a row and nothing behind it.
    case lost
    /// Only a copy is there that no key at hand opens.
    case stale(generation: Int)
    /// As before, but unlocking may help.
    case locked(generation: Int)
    /// What is there does not match its name any more.
    case damaged
    case failed(SparkError)
  }

  func read(_ id: CaptureID, _ stream: ByteStream) -> Found {
    do throws(SparkError) {
      let row = try tree.outbox.directory(.sealing).contentsIfAny(RawPath(id.utf8), limit: 1 << 20)
      guard let row else { return .gone }
      guard let found = try TruthFinder(tree).find(id, row: row) else { return .lost }
      if try recorded.isRecorded(found.bytes, found.record) { return .recorded(found.record) }
      let copies = SealedCopies(tree)
      let sealed = try copies.record(of: found.record)
      // A row that has a copy and stands here all the same was sent back, perhaps for what the copy is.
      let isOwn = try sealed.map { copy throws(SparkError) in
        guard let moment = try copies.moment(of: copy) else { return false }
        return SealedMoment.isOwn(moment, copy)
      }
      let isWhole = try sealed.map { copy throws(SparkError) in
        guard isOwn == true else { return false }
        return try copies.isIntact(copy, stream)
      }
      func item(_ source: SealItem.Source) -> Found {
        .item(
          SealItem(record: found.record, truth: found.bytes, source: source, before: sealed))
      }
      if let sealed, isWhole == true, sealed.key == key { return item(.standing(sealed)) }
      if !found.record.isSealed, let status = try ObjectStore(tree).status(found.record.object) {
        return status.kind == .regular ? item(.plain) : .damaged
      }
      guard let sealed else { return .lost }
      guard isWhole == true else { return try copies.isWhole(sealed) ? .damaged : .lost }
      let generation = sealed.key.generation
      if opens.contains(generation) { return item(.sealed(sealed)) }
      return isLocked ? .locked(generation: generation) : .stale(generation: generation)
    } catch { return .failed(error) }
  }
}
