public import SparkFormat
public import SparkSystem

/// The discards of one tree: `journal/discard,<id>`, each of which is what stood for a capture in the
/// work list.
///
/// The rename into the journal is the whole first step. It takes no space, takes the row away from
/// whoever carries it, and is the durable intent: whoever meets the entry finishes it. In the end
/// nothing of the capture is left.
public struct Discards: Sendable {
  let tree: EndpointTree
  let journal: Directory

  /// The discards of this tree.
  public init(_ tree: EndpointTree) throws(SparkError) {
    self.tree = tree
    journal = try tree.root.directory(RawPath(TreeLayout.journal))
  }

  /// What became of a discard.
  public enum Outcome: Sendable {
    /// Nothing of the capture is left here.
    case discarded
    /// A receipt stands beside the truth: it was recorded, and stays.
    case recorded
    /// The tree is no longer under its number; what is left of the capture goes with the tree.
    case left
  }

  /// The captures that are being discarded.
  public func ids() throws(SparkError) -> [CaptureID] {
    try journal.names().compactMap { TreeLayout.discarded($0) }
  }

  /// Whether this capture is being discarded.
  ///
  /// Rows have to be looked at before: a row moves into the journal, and not out of it.
  public func contains(_ id: CaptureID) throws(SparkError) -> Bool {
    try journal.exists(RawPath(TreeLayout.discardName(id)))
  }

  /// What the first step took away.
  public enum Origin: Sendable {
    /// The row.
    case row
    /// The marker, where there was no row.
    case marker
    /// The truth itself, where there was neither: the ledger may not know of it.
    case truth
  }

  /// The first step where there is a row: nil when it is no longer there, and then one has to look again.
  ///
  /// Durable.
  public func begin(_ id: CaptureID, from place: RowPlace) throws(SparkError) -> Origin? {
    try begin(id, RawPath(id.utf8), in: place.directory) ? .row : nil
  }

  /// The first step from a state in which another process may be about to take the row: nil when it has
  /// moved since it was seen.
  ///
  /// Waits until nobody is in a step.
  public func beginUnmoved(_ id: CaptureID, from place: RowPlace) throws(SparkError) -> Origin? {
    try tree.whileLocked(.exclusive) { () throws(SparkError) -> Origin? in
      let now = try place.directory.statusIfAny(RawPath(id.utf8))
      guard now?.identity == place.status.identity, now?.changed == place.status.changed else {
        return nil
      }
      return try begin(id, from: place)
    } ?? nil
  }

  /// The first step where there is no row: the marker, or where that was lost the truth itself; nil
  /// when one has to look again.
  ///
  /// Waits until nobody is in a step: an importer makes its rows after its truths.
  public func begin(_ id: CaptureID, truthIn month: Directory) throws(SparkError) -> Origin? {
    let name = RawPath(id.utf8)
    return try tree.whileLocked(.exclusive) { () throws(SparkError) -> Origin? in
      if try tree.outbox.place(of: id) != nil { return nil }
      if try begin(id, name, in: tree.held) { return .marker }
      return try begin(id, name, in: month) ? .truth : nil
    } ?? nil
  }

  private func begin(_ id: CaptureID, _ name: RawPath, in directory: Directory) throws(SparkError)
    -> Bool
  {
    do {
      guard
        try directory.renameNew(name, to: journal, RawPath(TreeLayout.discardName(id)))
      else { return true }
    } catch {
      if error.code == .missing { return false }
      throw error
    }
    try journal.flush()
    try directory.flush()
    return true
  }

  /// Does all that is left to do for one capture; waits until nobody is in a step.
  ///
  /// `origin` is nil where another process began it.
  public func finish(_ id: CaptureID, _ origin: Origin?) throws(SparkError) -> Outcome {
    try tree.whileLocked(.exclusive) { () throws(SparkError) in
      try DiscardEnd(self, id).run(origin)
    } ?? .left
  }

  /// Finishes what others have begun and not finished, where the lock comes free soon: a backup may hold
  /// it for hours, and nobody needs to wait for that.
  ///
  /// Returns how many were finished.
  @discardableResult
  public func finishAll() throws(SparkError) -> Int {
    var finished = 0
    for id in try ids() {
      let outcome = try tree.ifNobodyIsInAStep { () throws(SparkError) in
        try DiscardEnd(self, id).run(nil)
      }
      guard outcome != nil else { break }
      finished += 1
    }
    return finished
  }
}
