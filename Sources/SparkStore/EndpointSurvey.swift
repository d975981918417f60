internal import SparkFormat
public import SparkSystem

/// Counts what one endpoint's tree holds, from names alone: the cost grows with what is held, and not
/// with what was sent.
public struct EndpointSurvey {
  private static let shownBlocked = 10
  private let tree: EndpointTree

  /// Counts what this tree holds.
  ///
  /// Read in the order things flow, markers before rows and rows by state, so that what moves
  /// meanwhile is met at least once.
  public static func count(_ tree: EndpointTree) throws(SparkError) -> EndpointCounts {
    try EndpointSurvey(tree: tree).count()
  }

  private func count() throws(SparkError) -> EndpointCounts {
    let record = try tree.record()
    var counts = EndpointCounts(
      number: tree.number, name: record.name, kind: record.kind, address: record.address?.text,
      isNowhere: record.identity == nil, ceiling: record.ceiling)
    var markers = try heldIDs()
    counts.held = markers.count
    var alive = Set<[UInt8]>()
    for carrier in try carriers() { alive.insert(carrier) }
    counts.carriers = alive.count
    var blocked: [CaptureID] = []
    for state in State.allCases where state != .done {
      try forEachRow(state) { id, carrier in
        counts.rows[state, default: 0] += 1
        if let carrier, alive.contains(carrier) { counts.sending += 1 }
        if state == .blocked, blocked.count < Self.shownBlocked { blocked.append(id) }
        markers.remove(id)
      }
    }
    // A row or a marker that moved into the journal meanwhile is met there.
    for id in try Discards(tree).ids() {
      counts.discarding += 1
      if try !tree.held.exists(RawPath(id.utf8)), !markers.contains(id) { counts.held += 1 }
      markers.remove(id)
    }
    if !counts.isNowhere, !markers.isEmpty {
      let second = try lookAgain(markers)
      counts.unqueued = second.unqueued
      counts.held -= second.sent
    }
    for id in blocked.sorted() {
      if let found = try blockedCapture(id) { counts.blocked.append(found) }
    }
    counts.weather = try weather()
    counts.keys = KeyOutlook(record)
    counts.witnessed = try WitnessMemory(tree).read(record)
    counts.lastLanding = try LastLanding(tree).read()
    counts.heldBytes = counts.held == 0 ? 0 : try heldBytes()
    return counts
  }

  private func heldIDs() throws(SparkError) -> Set<CaptureID> {
    var ids: Set<CaptureID> = []
    try tree.held.forEachID { ids.insert($0) }
    return ids
  }

  private func heldBytes() throws(SparkError) -> Int64 {
    if let total = try tree.ledger.total() { return total }
    return try tree.ledger.counted()
  }

  private func forEachRow(_ state: State, _ body: (CaptureID, [UInt8]?) -> Void)
    throws(SparkError)
  {
    let directory = tree.outbox.directory(state)
    guard state.isCarried else { return try directory.forEachID { body($0, nil) } }
    for carrier in try directory.names() {
      do {
        try directory.directory(RawPath(carrier)).forEachID { body($0, carrier) }
      } catch {
        // A carrier that ended between the two looks; its rows stand in a later state.
        if error.code != .missing, error.code != .wrongKind { throw error }
      }
    }
  }

  /// The carriers that live: whose lock is held.
  private func carriers() throws(SparkError) -> [[UInt8]] {
    let directory = try tree.root.directory(RawPath(TreeLayout.carriers))
    var alive: [[UInt8]] = []
    for name in try directory.names() {
      if let lock = try FileLock.attempt(directory, RawPath(name), .shared) {
        lock.release()
      } else if try directory.exists(RawPath(name)) {
        alive.append(name)
      }
    }
    return alive
  }

  /// A second look at markers that seem to lack a row: how many do, and how many are sent.
  private func lookAgain(_ seeming: Set<CaptureID>) throws(SparkError) -> (unqueued: Int, sent: Int)
  {
    var rest = seeming
    // One more walk costs less than many looks at single names.
    if rest.count > 64 {
      rest.formIntersection(try heldIDs())
      for state in State.allCases where state != .done {
        try forEachRow(state) { id, _ in rest.remove(id) }
      }
    }
    var sent = 0
    for id in rest {
      if try tree.outbox.state(of: id)?.isOpen == true {
        rest.remove(id)
      } else if try isSent(id) {
        rest.remove(id)
        sent += 1
      }
    }
    return (rest.count, sent)
  }

  /// Whether a receipt stands beside the truth of a marker, or the marker is gone.
  private func isSent(_ id: CaptureID) throws(SparkError) -> Bool {
    guard let bytes = try tree.held.contentsIfAny(RawPath(id.utf8), limit: 1 << 20) else {
      return true
    }
    guard let truth = try? CaptureRecord(parsing: bytes) else { return false }
    return try tree.root.exists(RawPath(TreeLayout.receipt(id, truth.time)))
  }

  private func blockedCapture(_ id: CaptureID) throws(SparkError) -> BlockedCapture? {
    // Gone means tried again since; a torn one is still blocked, and verify says why.
    let bytes = try tree.outbox.directory(.blocked).contentsIfAny(RawPath(id.utf8), limit: 1 << 20)
    guard let bytes else { return nil }
    let row = try? RowRecord(parsing: bytes)
    let marker = try tree.held.contentsIfAny(RawPath(id.utf8), limit: 1 << 20)
    let truth = marker.flatMap { try? CaptureRecord(parsing: $0) }
    return BlockedCapture(
      id: id, name: truth?.name, reason: row?.reason, sentence: row?.sentence)
  }

  private func weather() throws(SparkError) -> WeatherRecord? {
    let name = RawPath(TreeLayout.weather)
    guard let bytes = try tree.root.contentsIfAny(name, limit: 1 << 20) else { return nil }
    return try StoreRecord.parse(bytes, tree.root.full(name)) { bytes throws(FormatError) in
      try WeatherRecord(parsing: bytes)
    }
  }
}
