internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Puts captures whose receipts are worth nothing any more back into the list.
///
/// The marker comes first and the receipt goes after the row that says done: after a crash anywhere in
/// between the same command, or the next send, finishes it.
struct HeldAgain {
  private let tree: EndpointTree
  private static let step = 500

  init(_ tree: EndpointTree) { self.tree = tree }

  /// Puts them back, durably; returns how many there were.
  ///
  /// Takes the tree's lock exclusively, for some at a time.
  func put(_ captures: [CaptureRecord]) throws(SparkError) -> Int {
    if captures.isEmpty { return 0 }
    let entry = try JournalEntry(tree, operation: "hold")
    var count = 0
    for start in stride(from: 0, to: captures.count, by: Self.step) {
      let part = captures[start..<min(start + Self.step, captures.count)]
      let done: Void? = try tree.whileLocked(.exclusive) { () throws(SparkError) in
        let prepared = try tree.record().prepares
        for capture in part where try put(capture, prepared) { count += 1 }
        for month in Set(part.map { TreeLayout.monthDirectory($0.time) }) {
          try tree.root.directory(RawPath(month)).flush()
        }
        try tree.ledger.count()
      }
      if done == nil { break }
    }
    try entry.finish()
    return count
  }

  /// Needs the tree's exclusive lock.
  private func put(_ capture: CaptureRecord, _ prepared: State?) throws(SparkError) -> Bool {
    let name = RawPath(capture.id.utf8)
    let month = try tree.root.directory(RawPath(TreeLayout.monthDirectory(capture.time)))
    guard try month.exists(name) else { return false }
    try month.linkNew(name, to: tree.held, name)
    for state in [State.done, .recorded] {
      try tree.outbox.directory(state).remove(name)
    }
    try month.remove(RawPath(TreeLayout.receiptName(capture.id)))
    guard let prepared, try tree.outbox.state(of: capture.id) == nil else { return true }
    try tree.outbox.make(capture.id, prepared, truth: name, in: month)
    return true
  }
}
