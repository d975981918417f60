internal import SparkFormat
public import SparkSystem

/// All captures of one tree, streamed month by month.
public struct CaptureList {
  private let tree: EndpointTree
  private let captures: Captures
  private let isNowhere: Bool
  private var rows: [CaptureID: State] = [:]
  private let discards: Discards

  /// Prepares a list of this tree; only what is held is kept in memory.
  public init(_ tree: EndpointTree) throws(SparkError) {
    self.tree = tree
    captures = Captures(tree)
    isNowhere = try tree.record().identity == nil
    discards = try Discards(tree)
    var rows: [CaptureID: State] = [:]
    for state in State.allCases where state.isOpen {
      try tree.outbox.forEach(state) { rows[$0] = state }
    }
    self.rows = rows
  }

  /// Calls `body` for each capture that the filter admits, sorted by id within a month, and `damaged`
  /// for each whose truth cannot be read.
  public func forEach(
    _ filter: ListedCapture.Filter, damaged: (SparkError) -> Void,
    _ body: (ListedCapture) throws(SparkError) -> Void
  ) throws(SparkError) {
    for name in try captures.months() {
      let month = try captures.month(name)
      let names = try MonthNames(month)
      for id in names.truths {
        let isSent = names.hasReceipt(id)
        guard filter.admits(isSent: isSent) else { continue }
        let row = try row(id, isSent: isSent)
        if case .row(let wanted) = filter, row != wanted { continue }
        let record: CaptureRecord
        do { record = try captures.record(id, in: month) } catch {
          damaged(error)
          continue
        }
        let isDiscarding = row == nil && !isSent ? try discards.contains(id) : false
        try body(
          ListedCapture(record: record, row: row, isSent: isSent, isDiscarding: isDiscarding))
      }
    }
  }

  private func row(_ id: CaptureID, isSent: Bool) throws(SparkError) -> State? {
    if isSent {
      // Single looks: the rows of what was sent may be a million, and are not kept in memory.
      let name = RawPath(id.utf8)
      for state in [State.recorded, .done] where try tree.outbox.directory(state).exists(name) {
        return state
      }
      return nil
    }
    if let row = rows[id] { return row }
    // Made or moved since the rows were read.
    return isNowhere ? nil : try tree.outbox.state(of: id)
  }
}
