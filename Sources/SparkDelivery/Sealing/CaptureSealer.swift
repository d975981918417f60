public import SparkFormat
internal import SparkSeal
public import SparkStore
public import SparkSystem

/// Seals what waits in one tree's list, and what a rotation has retired; where nothing has to be sealed
/// it stages.
///
/// One process at a time seals in a tree: a second one waits, and then finds little to do. Killed at any
/// point, the next run does the same steps again; `<id>.sealed` names the one copy in use.
public final class CaptureSealer {
  private let tree: EndpointTree
  private let asked: Set<CaptureID>?
  private let say: (SealEvent) -> Void
  private var report = SealReport(name: "")
  // Only a row that stands under a carrier is rewritten.
  private var carrier: Carrier?
  private let stream = ByteStream()

  private static let batchCount = 1024
  private static let batchBytes: Int64 = 256 << 20

  /// Prepares to seal all that waits, or only the captures that were asked for.
  public init(
    _ tree: EndpointTree, asked: Set<CaptureID>? = nil, say: @escaping (SealEvent) -> Void
  ) {
    self.tree = tree
    self.asked = asked
    self.say = say
  }

  /// Makes one pass.
  ///
  /// Throws the store's own errors; what keeps it from sealing is in the report.
  public func run() throws(SparkError) -> SealReport {
    let carriers = try tree.root.directory(RawPath(TreeLayout.carriers))
    let name = RawPath(TreeLayout.sealer)
    let lock = try FileLock(carriers, name, .exclusive)
    let endpoint = try tree.record()
    report = SealReport(name: endpoint.name)
    try tree.mend()
    switch endpoint.prepares {
    case nil: report.end = .nowhere
    case .sealing: try seal(endpoint)
    default: try stage()
    }
    try carrier?.finish()
    try carriers.remove(name)
    lock.release()
    return report
  }

  private func ids(_ state: State) throws(SparkError) -> [CaptureID] {
    try tree.outbox.ids(state).filter { asked?.contains($0) ?? true }.sorted()
  }

  private func stage() throws(SparkError) {
    let waiting = try ids(.sealing)
    let moved: Void? = try tree.whileLocked(.shared) { () throws(SparkError) in
      for id in waiting where try tree.outbox.move(id, .sealing, .staged) { report.prepared += 1 }
    }
    if moved == nil { report.end = .left }
  }

  private func seal(_ before: EndpointRecord) throws(SparkError) {
    let keys: SealKeys
    switch try SealKeyReader(tree).read() {
    case .keys(let found): keys = found
    case .stopped(let end):
      report.end = end
      report.remaining = try ids(.sealing).count
      return
    }
    guard
      let endpoint = try tree.whileLocked(
        .shared,
        { () throws(SparkError) in
          try takeBack(keys.pin)
          return try tree.record()
        })
    else {
      report.end = .left
      return
    }
    let list = try ids(.sealing)
    say(.listed(list.count))
    var rest = list[...]
    while !rest.isEmpty {
      var items: [SealItem] = []
      var size: Int64 = 0
      while let id = rest.first, items.count < Self.batchCount, size < Self.batchBytes {
        rest = rest.dropFirst()
        guard let item = try item(id, keys, RecordedRows(tree, endpoint)) else { continue }
        items.append(item)
        size += item.size
      }
      if items.isEmpty { continue }
      guard try seal(items, keys, endpoint) else {
        report.end = .left
        return
      }
    }
  }

  /// Puts rows back whose copy is missing or under a generation that was retired.
  private func takeBack(_ pin: KeyPin) throws(SparkError) {
    let copies = SealedCopies(tree)
    for state in [State.sealed, .staged, .uploaded] {
      for id in try ids(state) {
        let row = try tree.outbox.directory(state).contentsIfAny(RawPath(id.utf8), limit: 1 << 20)
        guard let row, try !isCurrent(id, state, row, pin, copies) else { continue }
        try tree.outbox.move(id, state, .sealing)
      }
    }
  }

  private func isCurrent(
    _ id: CaptureID, _ state: State, _ row: [UInt8], _ pin: KeyPin, _ copies: SealedCopies
  ) throws(SparkError) -> Bool {
    do throws(SparkError) {
      guard let truth = try TruthFinder(tree).find(id, row: row) else { return true }
      guard state != .staged, let copy = try copies.record(of: truth.record), copy.key == pin else {
        return false
      }
      return try copies.isWhole(copy)
    } catch {
      // The sender says what is wrong with a truth that is torn.
      guard error.code == .malformed else { throw error }
      return true
    }
  }

  private func item(_ id: CaptureID, _ keys: SealKeys, _ recorded: RecordedRows)
    throws(SparkError) -> SealItem?
  {
    let reader = SealItemReader(
      tree: tree, key: keys.pin, opens: keys.opens, isLocked: keys.isLocked, recorded: recorded)
    switch reader.read(id, stream) {
    case .item(let item): return item
    case .gone: return nil
    case .recorded(let record): _ = try recorded.conclude(record, .sealing)
    case .lost: try block(id, .fileLost, .fileLost)
    case .damaged: try block(id, .damaged, .damaged)
    case .stale(let generation): try block(id, .staleKey, .staleKey(generation: generation))
    case .locked(let generation): wait(id, Sentence.lockedGeneration(generation).text)
    case .failed(let error):
      // What cannot be read keeps nobody else back; a truth that is torn needs a person.
      guard error.code == .malformed else {
        wait(id, error.message)
        return nil
      }
      try block(id, .damaged, .damaged)
    }
    return nil
  }

  private func seal(_ items: [SealItem], _ keys: SealKeys, _ endpoint: EndpointRecord)
    throws(SparkError) -> Bool
  {
    guard let outcomes = try SealBatch(tree: tree, keys: keys).seal(items) else { return false }
    var sealed: [(SealItem, SealedRecord)] = []
    for (item, outcome) in zip(items, outcomes) {
      switch outcome {
      case .sealed(let record): sealed.append((item, record))
      case .gone: continue
      case .damaged: try block(item.record.id, .damaged, .damaged)
      case .lost: try block(item.record.id, .fileLost, .fileLost)
      case .failed(let error):
        wait(item.record.id, error.message)
        // A full disk is full for the next batch as well.
        if error.code == .full { throw error }
      }
    }
    let plain = endpoint.keepsPlaintext ? sealed.filter { $0.0.record.isSealed } : sealed
    let captures = plain.map { PlaintextDropper.Capture(truth: $0.0.record, sealed: $0.1) }
    if try !PlaintextDropper(tree).drop(captures) {
      for (item, _) in plain { wait(item.record.id, Sentence.treeIsBusy.text) }
      let waiting = Set(plain.map(\.0.record.id))
      sealed.removeAll { waiting.contains($0.0.record.id) }
    }
    let moved: Void? = try tree.whileLocked(.shared) { () throws(SparkError) in
      for (item, _) in sealed where try tree.outbox.move(item.record.id, .sealing, .sealed) {
        report.prepared += 1
        report.bytes += item.record.size
        say(.advanced(1, bytes: item.record.size))
      }
    }
    try removeReplaced(sealed)
    return moved != nil
  }

  /// Removes the copies that were replaced; what a crash or a backup leaves is for prune to sweep.
  private func removeReplaced(_ sealed: [(SealItem, SealedRecord)]) throws(SparkError) {
    var digests: [Digest] = []
    for (item, record) in sealed {
      guard let before = item.before, before.object != record.object else { continue }
      digests += [before.object, before.record]
    }
    if digests.isEmpty { return }
    let _: Void? = try tree.ifNobodyIsInAStep { () throws(SparkError) in
      for digest in digests where isSealed(digest) {
        try tree.objects.remove(RawPath(TreeLayout.objectInShard(digest)))
      }
    }
  }

  /// Whatever `<id>.sealed` said, what is removed in its name must be sealed.
  private func isSealed(_ digest: Digest) -> Bool {
    guard let file = try? ObjectStore(tree).open(digest) else { return false }
    return (try? SealedMoment.isSealed(file)) ?? false
  }

  private func wait(_ id: CaptureID, _ why: String) {
    report.remaining += 1
    say(.trouble(id, why))
  }

  private func block(_ id: CaptureID, _ reason: Reason, _ sentence: Sentence) throws(SparkError) {
    let row = RowRecord(id: id, from: .sealing, reason: reason, sentence: sentence.text)
    let own = if let carrier { carrier } else { try Carrier(tree) }
    carrier = own
    let done = try tree.whileLocked(.shared) { () throws(SparkError) -> Bool in
      guard try own.take(id, from: .sealing, as: .uploading) else { return false }
      try own.put(row, from: .uploading, to: .blocked)
      return true
    }
    if done != true { return }
    report.blocked += 1
    say(.trouble(id, sentence.text))
  }
}
