public import SparkFormat
internal import SparkRegister
public import SparkStore
public import SparkSystem

/// Takes a register as it is now, though its log is not the one that was seen: a person's word that it was
/// restored from its own backup.
///
/// Captures whose entries are not in the log any more are held again before the new checkpoint is
/// remembered, so a crash in between leaves a register that is still refused, and the same command goes on.
public struct RollbackAcceptor {
  /// How it ended.
  public enum Outcome: Sendable {
    /// The log goes on as it was.
    case nothing(Sentence)
    /// It is taken as it is.
    case accepted(Sentence)
    /// There is no register, or another one, or one that signs with another key.
    case refused(Sentence)
  }

  private let tree: EndpointTree

  /// Works on this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// Does it.
  ///
  /// Takes the tree's lock exclusively, for some captures at a time.
  public func run() throws(SparkError) -> Outcome {
    let endpoint = try tree.record()
    guard let identity = endpoint.identity, let path = endpoint.address?.path else {
      return .refused(.nowhere)
    }
    let table = VerdictTable(name: endpoint.name, path: RawPath(path.bytes))
    guard let register = try RegisterDirectory.open(table.path) else {
      return .refused(.registerAbsent(name: table.name, path: table.path.shown))
    }
    guard register.identity == identity else {
      return .refused(.registerOther(name: table.name, path: table.path.shown))
    }
    let prefix = "\(endpoint.tree.text),\(CaptureID.fresh().text)"
    // A backup from before there was a log begins one, with a key of its own.
    let isGone = try RegisterLog.open(register, prefix: prefix) == nil
    let log = try LogMaker.openOrMake(register, prefix: prefix)
    try log.lookAgain()
    if let pin = endpoint.registerKey, pin != log.key.text, !isGone {
      return .refused(.trail(.otherKey(name: table.name)))
    }
    let memory = CheckpointMemory(tree)
    if !isGone, try TrailWatch(tree, name: table.name, key: log.key).examine(log) == nil {
      return .nothing(.trail(.nothingToAccept(name: table.name)))
    }
    let count = try HeldAgain(tree).put(lost(log))
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in
      var record = try tree.record()
      record.registerKey = log.key.text
      if record != endpoint { try tree.replaceRecord(record) }
    }
    try memory.replace(log.checkpoint)
    try WitnessMemory(tree).forget()
    try Weather(tree).clear()
    return .accepted(
      .trail(.heldAgain(name: table.name, size: log.checkpoint.size, count: count)))
  }

  /// The captures whose receipts name entries that the log does not have.
  private func lost(_ log: RegisterLog) throws(SparkError) -> [CaptureRecord] {
    var lost: [CaptureRecord] = []
    try TruthScan(tree).read { seen throws(SparkError) in
      guard let trail = seen.receipt?.trail else { return }
      let index = (try? InclusionProof(parsing: trail.proof))?.index
      if let index, try log.holds(trail.entry, at: index) { return }
      lost.append(seen.record)
    }
    return lost
  }
}
