internal import SparkFormat
public import SparkSystem

/// Makes what is derived agree with the truths: a row for each held capture, no marker beside a receipt.
public struct Reconciler {
  private let tree: EndpointTree

  /// Works on this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// Makes the rows that held captures lack and removes markers that a receipt has made needless;
  /// returns how many rows were made.
  ///
  /// Held markers are read first and rows after them, in the order rows move, so what another process
  /// moves meanwhile is seen; each one that seems to lack a row is looked at once more.
  @discardableResult
  public func makeRows() throws(SparkError) -> Int {
    guard let prepared = try tree.record().prepares else { return 0 }
    var waiting: Set<CaptureID> = []
    try tree.held.forEachEntry { entry throws(SparkError) in
      if let id = CaptureID(utf8: entry.name) { waiting.insert(id) }
      return true
    }
    for state in State.allCases where state != .done {
      if waiting.isEmpty { return 0 }
      try tree.outbox.forEach(state) { waiting.remove($0) }
    }
    // A row that moved into the journal was met nowhere.
    if !waiting.isEmpty { waiting.subtract(try Discards(tree).ids()) }
    return try makeRows(waiting.sorted(), prepared)
  }

  /// An importer makes its rows after its truths, under the shared lock: a row made here in between
  /// would be a second one.
  ///
  /// So nobody may be in a step; what cannot be made now the next send makes.
  private func makeRows(_ ids: [CaptureID], _ prepared: State) throws(SparkError) -> Int {
    var made = 0
    for start in stride(from: 0, to: ids.count, by: 500) {
      let part = ids[start..<min(start + 500, ids.count)]
      let done: Void? = try tree.ifNobodyIsInAStep { () throws(SparkError) in
        for id in part where try makeRowLocked(id, prepared) { made += 1 }
      }
      if done == nil { break }
    }
    return made
  }

  private func makeRowLocked(_ id: CaptureID, _ prepared: State) throws(SparkError) -> Bool {
    let name = RawPath(id.utf8)
    guard let bytes = try tree.held.contentsIfAny(name, limit: 1 << 20),
      let marker = try? CaptureRecord(parsing: bytes)
    else { return false }
    let month = try MonthDirectories(tree, [marker.time], durable: false)[marker.time]
    // A marker without a truth is an import that has not come so far; it makes the row itself.
    guard try month.exists(name) else { return false }
    if try month.exists(RawPath(TreeLayout.receiptName(id))) {
      if try tree.held.remove(name) { try tree.ledger.subtract(marker.size) }
      return false
    }
    if try tree.outbox.state(of: id) != nil { return false }
    if try Discards(tree).contains(id) { return false }
    return try tree.outbox.make(id, prepared, truth: name, in: month)
  }
}
