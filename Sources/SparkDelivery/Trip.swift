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

  let tree: EndpointTree
  private let carrier: Carrier
  let table: VerdictTable
  let identity: String
  private let seals: Bool
  let prefix: String
  private let treeID: String
  let desk: LogDesk
  private var drafts: FileLock?
  var stop: Stop?
  /// Rows that went back because their sealed copy was no longer under the current generation.
  private(set) var unsealed = 0

  init(
    _ tree: EndpointTree, _ carrier: Carrier, _ table: VerdictTable, _ endpoint: EndpointRecord,
    identity: String
  ) {
    self.tree = tree
    self.carrier = carrier
    self.table = table
    self.identity = identity
    treeID = endpoint.tree.text
    prefix = "\(treeID),\(carrier.name)"
    desk = LogDesk(tree, table, endpoint, prefix: prefix)
    seals = endpoint.prepares == .sealing
  }

  /// Carries one batch and returns the parcels that this process had in its hands, with their answers.
  func carry(_ batch: [Parcel]) throws(SparkError) -> [Parcel] {
    guard let register = open(), let log = try openLog(register) else { return [] }
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
    try step(&parcels) { [self] parcel, key throws(SparkError) in
      if try isSentBack(parcel, key) { return false }
      if parcel.carried == .recording { return true }
      guard try carrier.put(parcel.id, from: .uploading, to: .uploaded),
        try carrier.take(parcel.id, from: .uploaded, as: .recording)
      else { return false }
      parcel.carried = .recording
      return true
    }
    sink.sendRecords(&parcels, known: log.size)
    sink.dropGone(parcels)
    try receive(&parcels, sink, log)
    try settle(parcels)
    if stop == nil { try Weather(tree).clear() }
    return parcels.filter { !($0.answer?.stopsAll ?? false) }
  }

  /// Opens the register, unless it is not there or another one: then nothing is touched.
  func open() -> RegisterDirectory? {
    do throws(SparkError) {
      guard let register = try RegisterDirectory.open(table.path) else {
        stop = .answer(table.absent)
        return nil
      }
      guard register.identity == identity, register.isSealed == seals else {
        stop = .answer(table.other)
        return nil
      }
      return prepare(register) ? register : nil
    } catch {
      stop = .answer(table.register(error, at: .identify))
      return nil
    }
  }

  /// The register's log, which must be the one that was seen; nil stops the trip.
  func openLog(_ register: RegisterDirectory) throws(SparkError) -> RegisterLog? {
    switch try desk.open(register) {
    case .success(let log): return log
    case .failure(let refusal):
      stop = .answer(refusal.answer)
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

  func locked(_ body: () throws(SparkError) -> Void) throws(SparkError) {
    if try tree.whileLocked(.shared, body) == nil { stop = .left }
  }

  private func take(_ batch: [Parcel]) throws(SparkError) -> [Parcel] {
    var taken: [Parcel] = []
    try locked { () throws(SparkError) in
      let key = try tree.record().key
      for parcel in batch {
        guard try carrier.take(parcel.id, from: parcel.origin, as: parcel.carried) else { continue }
        if try !isSentBack(parcel, key) { taken.append(parcel) }
      }
    }
    return taken
  }

  /// Puts a row back into `sealing` when its copy is not sealed under the current generation, which the
  /// endpoint's record names; needs the tree's shared lock, under which that cannot change.
  private func isSentBack(_ parcel: Parcel, _ key: KeyPin?) throws(SparkError) -> Bool {
    guard seals, parcel.sealed == nil || parcel.sealed?.key != key else { return false }
    unsealed += 1
    try carrier.put(parcel.id, from: parcel.carried, to: .sealing)
    return true
  }

  /// Puts a row that has no sealed copy of the current generation back into `sealing`.
  func sendBack(_ row: RowRecord, _ origin: State) throws(SparkError) {
    try locked { () throws(SparkError) in
      guard try carrier.take(row.id, from: origin, as: .uploading) else { return }
      unsealed += 1
      try carrier.put(row.id, from: .uploading, to: .sealing)
    }
  }

  /// Does one step of rows, under the lock, for each parcel under way; false says that the row was
  /// taken away.
  private func step(
    _ parcels: inout [Parcel], _ move: (inout Parcel, KeyPin?) throws(SparkError) -> Bool
  ) throws(SparkError) {
    if stop != nil { return }
    try locked { () throws(SparkError) in
      let key = seals ? try tree.record().key : nil
      for place in parcels.indices where parcels[place].isUnderWay {
        if try !move(&parcels[place], key) { parcels[place].isGone = true }
      }
    }
    // Without its tree nothing may be recorded.
    if stop != nil { for place in parcels.indices { parcels[place].isGone = true } }
  }

  private func receive(_ parcels: inout [Parcel], _ sink: DirectorySink, _ log: RegisterLog)
    throws(SparkError)
  {
    guard parcels.contains(where: \.isUnderWay) else { return }
    sink.readBack(&parcels)
    try desk.record(&parcels, in: log, flush: sink.flushMoments)
    guard parcels.contains(where: \.isUnderWay) else { return }
    let receipts = Receipts(
      tree, register: identity, prefix: prefix, ReceiptCheck(pin: log.key.text))
    try receipts.draft(parcels)
    try receipts.flushDrafts(parcels)
    try step(&parcels) { parcel, _ throws(SparkError) in try carrier.holds(parcel.id, .recording) }
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
      let back = state.fallback(sealed: seals)
      switch answer {
      case .weather, .verdict:
        if stop == nil { stop = .answer(answer) }
        try carrier.put(parcel.id, from: state, to: back)
      case .sealAgain:
        unsealed += 1
        try carrier.put(parcel.id, from: state, to: .sealing)
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
    try putBlocked(row, .uploading, from: seals ? .sealing : .staged, reason, sentence)
  }
}
