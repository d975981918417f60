public import SparkFormat
internal import SparkRegister
public import SparkStore
public import SparkSystem

/// Carries what waits in one endpoint's list: bytes, record, receipt.
///
/// Rows are taken in small batches by renames, so several senders share a list. Killed at any point, it
/// leaves rows under a dead carrier, and the next sender puts them back and does the same steps again;
/// each of them takes what is there already and equal as done.
public final class Sender {
  private let tree: EndpointTree
  private let asked: Set<CaptureID>?
  private let say: (SendEvent) -> Void
  private let isAskedToStop: () -> Bool
  private var report = SendReport(name: "")

  /// Prepares to send all that waits in a tree, or only the captures that were asked for, whose due
  /// times then do not count.
  ///
  /// `isAskedToStop` is asked between batches.
  public init(
    _ tree: EndpointTree, asked: Set<CaptureID>? = nil,
    isAskedToStop: @escaping () -> Bool = { false },
    say: @escaping (SendEvent) -> Void
  ) {
    self.tree = tree
    self.asked = asked
    self.isAskedToStop = isAskedToStop
    self.say = say
  }

  /// Makes one pass.
  ///
  /// `isPatient` leaves an endpoint alone that did not answer until its due time.
  ///
  /// Throws the store's own errors; what the endpoint answers is in the report.
  public func run(isPatient: Bool = false) throws(SparkError) -> SendReport {
    do throws(SparkError) { return try pass(isPatient: isPatient) } catch {
      // Of a tree that is being erased anything may be missing.
      guard try !tree.isStanding() else { throw error }
      report.end = .left
      return report
    }
  }

  private func pass(isPatient: Bool) throws(SparkError) -> SendReport {
    let endpoint = try tree.record()
    report = SendReport(name: endpoint.name)
    guard let identity = endpoint.identity, let path = endpoint.address?.path else {
      report.end = .nowhere
      return report
    }
    try tree.mend()
    let list = try waiting()
    report.unsealed = try tree.outbox.ids(.sealing).count { asked?.contains($0) ?? true }
    say(.listed(list.count))
    let table = VerdictTable(name: endpoint.name, path: RawPath(path.bytes))
    if list.isEmpty, !endpoint.hasUnprovenReceipts {
      try glance(endpoint, table)
      return report
    }
    if isPatient, let due = try Weather(tree).waitsUntil() {
      report.end = .waits(until: due)
      return report
    }
    // A store from a backup may know of fewer generations than the keys beside it.
    if endpoint.prepares == .sealing, let why = try SealKeyReader(tree).contradiction() {
      report.end = .keys(why)
      report.remaining = list.count
      return report
    }
    let carrier = try Carrier(tree)
    let trip = Trip(tree, carrier, table, endpoint, identity: identity)
    // Should the store fail in between, the carrier is left like a dead one's: the next sender puts
    // its rows back and counts what is held again.
    try carry(list, trip, ParcelReader(tree: tree, endpoint: tree.record()))
    report.renewed = try trip.renew()
    trip.finish()
    report.unsealed += trip.unsealed
    if report.recorded > 0 { try LastLanding(tree).note() }
    try note(trip)
    try carrier.finish()
    try DoneRows.sweep(tree)
    return report
  }

  private func glance(_ endpoint: EndpointRecord, _ table: VerdictTable) throws(SparkError) {
    let weather = Weather(tree)
    switch try RegisterGlance(tree: tree, endpoint: endpoint, table: table).look() {
    case .nothing: return
    case .well: if try weather.read()?.verdict == true { try weather.clear() }
    case .verdict(let sentence):
      try weather.worsen(sentence, verdict: true)
      report.end = .verdict(sentence)
    }
  }

  /// The rows that wait, those whose bytes are there already first.
  private func waiting() throws(SparkError) -> [(CaptureID, State)] {
    var list: [(CaptureID, State)] = []
    for state in [State.uploaded, .sealed, .staged] {
      var ids = try tree.outbox.ids(state)
      if let asked { ids.removeAll { !asked.contains($0) } }
      list += ids.sorted().map { ($0, state) }
    }
    return list
  }

  private func carry(_ list: [(CaptureID, State)], _ trip: Trip, _ reader: ParcelReader)
    throws(SparkError)
  {
    var rest = list[...]
    while !rest.isEmpty, trip.stop == nil, !isAskedToStop() {
      let look = Array(rest.prefix(Batches.rows))
      rest = rest.dropFirst(look.count)
      let isAsked = asked != nil
      let found = Workers.map(look.count, context: {}) { _, place in
        reader.read(look[place].0, look[place].1, isAsked: isAsked)
      }
      var parcels: [Parcel] = []
      for (place, found) in found.enumerated() {
        switch found {
        case .parcel(let parcel): parcels.append(parcel)
        case .gone: continue
        case .waits(let due): wait(until: due)
        case .lost(let row):
          try trip.block(row, look[place].1, .fileLost, .fileLost)
          said(row.id, .blocked(.fileLost, .fileLost))
        case .unsealed(let row): try trip.sendBack(row, look[place].1)
        case .recorded(let record):
          guard try RecordedRows(tree, reader.endpoint).conclude(record, look[place].1) else {
            continue
          }
          report.recorded += 1
          report.recordedBytes += record.size
        case .failed(let error): try fail(look[place], error, trip)
        }
      }
      for batch in Batches.split(parcels) where trip.stop == nil && !isAskedToStop() {
        for parcel in try trip.carry(batch) { count(parcel) }
      }
    }
  }

  private func fail(_ row: (CaptureID, State), _ error: SparkError, _ trip: Trip) throws(SparkError)
  {
    guard error.code == .malformed else { throw error }
    // The truth is torn: nothing can be sent, and verify says more.
    try trip.block(RowRecord(id: row.0), row.1, .damaged, .damaged)
    said(row.0, .blocked(.damaged, .damaged))
  }

  private func wait(until due: Timestamp) {
    report.remaining += 1
    report.nextDue = report.nextDue.map { min($0, due) } ?? due
  }

  private func count(_ parcel: Parcel) {
    if let answer = parcel.answer {
      said(parcel.id, answer)
    } else if !parcel.isGone {
      report.recorded += 1
      report.recordedBytes += parcel.record.size
    }
    say(.advanced(1, bytes: parcel.record.size))
  }

  private func said(_ id: CaptureID, _ answer: Answer) {
    switch answer {
    case .blocked(_, let sentence):
      report.blocked += 1
      say(.blocked(id, sentence.text))
    case .failed(let why):
      report.remaining += 1
      say(.failed(id, why))
    case .weather, .verdict, .sealAgain: break
    }
  }

  /// Writes down what the weather was.
  private func note(_ trip: Trip) throws(SparkError) {
    switch trip.stop {
    case .answer(.weather(let sentence)):
      try Weather(tree).worsen(sentence, verdict: false)
      report.end = .weather(sentence)
    case .answer(.verdict(let sentence)):
      try Weather(tree).worsen(sentence, verdict: true)
      report.end = .verdict(sentence)
    case .left: report.end = .left
    case .answer, nil: break
    }
  }
}
