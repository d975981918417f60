internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// One carrier's way through batches: rows, bytes, rows, records, receipts, rows.
///
/// The tree's lock is held shared for each step of rows and for the receipts, never while bytes travel.
final class Trip {
  /// Why nothing more can be carried.
  enum Stop {
    case answer(Answer)
    /// The tree is no longer under its number.
    case left
  }

  private let tree: EndpointTree
  private let carrier: Carrier
  private let table: VerdictTable
  private let identity: String
  private let treeID: String
  private var drafts: FileLock?
  private(set) var stop: Stop?

  init(
    _ tree: EndpointTree, _ carrier: Carrier, _ table: VerdictTable, identity: String,
    treeID: CaptureID
  ) {
    self.tree = tree
    self.carrier = carrier
    self.table = table
    self.identity = identity
    self.treeID = treeID.text
  }

  private var prefix: String { "\(treeID),\(carrier.name)" }

  /// Carries one batch and returns the parcels that this process had in its hands, with their answers.
  func carry(_ batch: [Parcel]) throws(SparkError) -> [Parcel] {
    guard let register = open() else { return [] }
    var parcels = try take(batch)
    if parcels.isEmpty { return [] }
    let sink: DirectorySink
    do throws(SparkError) {
      sink = try DirectorySink(tree, register, table, prefix: prefix, parcels) {
        [tree, carrier] parcel in
        // Taken away to be discarded, or signed out of.
        (try? carrier.holds(parcel.id, parcel.carried) && tree.isStanding()) ?? false
      }
    } catch {
      stop = .answer(table.register(error, at: .bytes))
      return []
    }
    sink.sendBytes(&parcels)
    try step(&parcels) { parcel throws(SparkError) in
      if parcel.carried == .recording { return true }
      guard try carrier.put(parcel.id, from: .uploading, to: .uploaded),
        try carrier.take(parcel.id, from: .uploaded, as: .recording)
      else { return false }
      parcel.carried = .recording
      return true
    }
    sink.sendRecords(&parcels)
    sink.dropGone(parcels)
    try receive(&parcels, sink, Receipts(tree, register: identity, prefix: prefix))
    try settle(parcels)
    if stop == nil { try Weather(tree).clear() }
    return parcels.filter { !($0.answer?.stopsAll ?? false) }
  }

  /// Opens the register, unless it is not there or another one: then nothing is touched.
  private func open() -> RegisterDirectory? {
    do throws(SparkError) {
      guard let register = try RegisterDirectory.open(table.path) else {
        stop = .answer(table.absent)
        return nil
      }
      guard register.identity == identity else {
        stop = .answer(table.other)
        return nil
      }
      return prepare(register) ? register : nil
    } catch {
      stop = .answer(table.register(error, at: .identify))
      return nil
    }
  }

  /// Removes, once, what senders of this tree that died left in the register's `tmp/`, and says that
  /// this one writes there.
  private func prepare(_ register: RegisterDirectory) -> Bool {
    if drafts != nil { return true }
    do throws(SparkError) {
      try register.removeDeadDrafts(tree: treeID)
      drafts = try register.holdDrafts(prefix)
      return true
    } catch {
      stop = .answer(table.register(error, at: .bytes))
      return false
    }
  }

  /// The way is over: what says so at the register goes.
  func finish() {
    guard drafts != nil, let register = try? RegisterDirectory.open(table.path) else { return }
    _ = try? register.releaseDrafts(prefix)
    drafts = nil
  }

  private func locked(_ body: () throws(SparkError) -> Void) throws(SparkError) {
    if try tree.whileLocked(.shared, body) == nil { stop = .left }
  }

  private func take(_ batch: [Parcel]) throws(SparkError) -> [Parcel] {
    var taken: [Parcel] = []
    try locked { () throws(SparkError) in
      for parcel in batch {
        if try carrier.take(parcel.id, from: parcel.origin, as: parcel.carried) {
          taken.append(parcel)
        }
      }
    }
    return taken
  }

  /// Does one step of rows, under the lock, for each parcel under way; false says that the row was
  /// taken away.
  private func step(_ parcels: inout [Parcel], _ move: (inout Parcel) throws(SparkError) -> Bool)
    throws(SparkError)
  {
    if stop != nil { return }
    try locked { () throws(SparkError) in
      for place in parcels.indices where parcels[place].isUnderWay {
        if try !move(&parcels[place]) { parcels[place].isGone = true }
      }
    }
    // Without its tree nothing may be recorded.
    if stop != nil { for place in parcels.indices { parcels[place].isGone = true } }
  }

  private func receive(_ parcels: inout [Parcel], _ sink: DirectorySink, _ receipts: Receipts)
    throws(SparkError)
  {
    guard parcels.contains(where: \.isUnderWay) else { return }
    try receipts.draft(parcels)
    sink.confirm(&parcels)
    if try !sink.flushesAlso(tree.root) { try receipts.flushDrafts(parcels) }
    try step(&parcels) { parcel throws(SparkError) in try carrier.holds(parcel.id, .recording) }
    guard stop == nil else { return }
    let confirmed = parcels
    try locked { () throws(SparkError) in
      try receipts.publish(confirmed)
      var freed: Int64 = 0
      for parcel in confirmed where parcel.isUnderWay {
        if try tree.held.remove(RawPath(parcel.id.utf8)) { freed += parcel.record.size }
      }
      try tree.ledger.subtract(freed)
      for parcel in confirmed where parcel.isUnderWay {
        try carrier.put(parcel.id, from: .recording, to: .done)
      }
    }
  }

  /// Puts the rows of stopped parcels where their answers send them.
  private func settle(_ parcels: [Parcel]) throws(SparkError) {
    for parcel in parcels {
      guard !parcel.isGone, let answer = parcel.answer else { continue }
      let state = parcel.carried
      let back = state.fallback(sealed: false)
      switch answer {
      case .weather, .verdict:
        if stop == nil { stop = .answer(answer) }
        try carrier.put(parcel.id, from: state, to: back)
      case .blocked(let reason, let sentence):
        try putBlocked(parcel.row, state, from: back, reason, sentence)
      case .failed(let why):
        let attempts = parcel.row.attempts + 1
        if attempts >= Backoff.attempts {
          try putBlocked(parcel.row, state, from: back, .exhausted, .exhausted)
          continue
        }
        var row = parcel.row
        (row.attempts, row.due, row.sentence) = (attempts, Backoff.due(after: attempts), why)
        try carrier.put(row, from: state, to: back)
      }
    }
  }

  private func putBlocked(
    _ row: RowRecord, _ state: State, from back: State, _ reason: Reason, _ sentence: Sentence
  ) throws(SparkError) {
    let row = RowRecord(
      id: row.id, attempts: row.attempts + 1, from: back, reason: reason, sentence: sentence.text)
    try carrier.put(row, from: state, to: .blocked)
  }

  /// Blocks a row with nothing behind it.
  func block(_ row: RowRecord, _ origin: State, _ reason: Reason, _ sentence: Sentence)
    throws(SparkError)
  {
    guard try carrier.take(row.id, from: origin, as: .uploading) else { return }
    try putBlocked(row, .uploading, from: .staged, reason, sentence)
  }
}
