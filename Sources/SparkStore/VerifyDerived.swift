internal import SparkFormat
internal import SparkSystem

/// Walks over markers and rows and picks out those that must be looked at while nobody is in a step.
struct VerifyDerived {
  let verify: VerifyTree

  private struct Place: Sendable {
    let state: State
    let directory: Directory
    let path: String
    let count: Int
  }

  /// The captures whose marker or rows seem wrong.
  func suspects() throws(SparkError) -> [CaptureID] {
    var found: [CaptureID] = []
    try walkMarkers(&found)
    try walkRows(&found)
    return found
  }

  private func walkMarkers(_ found: inout [CaptureID]) throws(SparkError) {
    let tree = verify.tree
    try tree.held.forEachChunk(other: { name in
      verify.report.add(.alien, verify.shown(TreeLayout.held, name))
    }) { ids throws(SparkError) in
      let wrong = Workers.map(ids.count, context: {}) { _, place in
        !Self.isRightMarker(ids[place], tree)
      }
      for (id, wrong) in zip(ids, wrong) where wrong { found.append(id) }
    }
  }

  private static func isRightMarker(_ id: CaptureID, _ tree: EndpointTree) -> Bool {
    do throws(SparkError) {
      let name = RawPath(id.utf8)
      guard let marker = try tree.held.contentsIfAny(name, limit: 1 << 20),
        let record = try? CaptureRecord(parsing: marker), record.id == id
      else { return false }
      let truth = RawPath(TreeLayout.truth(id, record.time))
      guard let status = try tree.root.statusIfAny(truth) else { return false }
      // A link in a store, a copy of the bytes in a copy of one.
      if try status.identity != tree.held.statusIfAny(name)?.identity,
        try tree.root.contentsIfAny(truth, limit: 1 << 20) != marker
      {
        return false
      }
      return try !tree.root.exists(RawPath(TreeLayout.receipt(id, record.time)))
    } catch { return false }
  }

  private func walkRows(_ found: inout [CaptureID]) throws(SparkError) {
    // The fullest last: each row is looked for in the places after its own.
    let places = try places().sorted { $0.count < $1.count }
    let tree = verify.tree
    let months = try Captures(tree).months()
    for (number, place) in places.enumerated() {
      let later = places[(number + 1)...].map(\.directory)
      do {
        try place.directory.forEachChunk(other: { name in
          addAlien(name, in: place)
        }) { ids throws(SparkError) in
          let wrong = Workers.map(ids.count, context: {}) { _, index in
            !Self.isRightRow(ids[index], place, later, months, tree)
          }
          for (id, wrong) in zip(ids, wrong) where wrong { found.append(id) }
        }
      } catch {
        // A carrier that ended meanwhile.
        if error.code != .missing { throw error }
      }
    }
  }

  private func addAlien(_ name: [UInt8], in place: Place) {
    verify.report.add(.alien, verify.shown(place.path, name))
  }

  private static func isRightRow(
    _ id: CaptureID, _ place: Place, _ later: [Directory], _ months: [String], _ tree: EndpointTree
  ) -> Bool {
    do throws(SparkError) {
      let name = RawPath(id.utf8)
      // A carrier's directory has an id for a name too; one that is gone has moved on.
      guard let status = try place.directory.statusIfAny(name) else { return true }
      if status.kind == .directory, place.state.isCarried { return true }
      guard let bytes = try place.directory.contentsIfAny(name, limit: 1 << 20) else { return true }
      guard (try? RowRecord(parsing: bytes))?.id == id else { return false }
      for directory in later where try directory.exists(name) { return false }
      let truth = try path(of: id, bytes, months, tree)
      guard let truth else { return false }
      if place.state.isOpen { return true }
      return try tree.root.exists(RawPath("\(truth).receipt"))
    } catch { return false }
  }

  /// Where the truth of a row stands; nil when there is none.
  private static func path(
    of id: CaptureID, _ row: [UInt8], _ months: [String], _ tree: EndpointTree
  ) throws(SparkError) -> String? {
    if let record = try? CaptureRecord(parsing: row) {
      let path = TreeLayout.truth(id, record.time)
      return try tree.root.exists(RawPath(path)) ? path : nil
    }
    for month in months.reversed() {
      let path = "\(TreeLayout.captures)/\(month)/\(id.text)"
      if try tree.root.exists(RawPath(path)) { return path }
    }
    return nil
  }

  private func places() throws(SparkError) -> [Place] {
    var found: [Place] = []
    for state in State.allCases {
      let directory = verify.tree.outbox.directory(state)
      let path = TreeLayout.state(state)
      if let place = try Self.place(state, directory, path) { found.append(place) }
      guard state.isCarried else { continue }
      for carrier in try directory.names() {
        guard let inner = try? directory.directory(RawPath(carrier)) else { continue }
        let path = "\(path)/\(FileName(carrier).encoded)"
        if let place = try Self.place(state, inner, path) { found.append(place) }
      }
    }
    return found
  }

  private static func place(_ state: State, _ directory: Directory, _ path: String)
    throws(SparkError) -> Place?
  {
    var count = 0
    try unsafe directory.forEachRawEntry { _, _ in
      count += 1
      return true
    }
    return count == 0 ? nil : Place(state: state, directory: directory, path: path, count: count)
  }
}
