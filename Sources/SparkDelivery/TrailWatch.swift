internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Stands between a register's log and the receipts: knows the key and the largest checkpoint seen, and
/// takes nothing that does not go on from there.
struct TrailWatch {
  private let tree: EndpointTree
  private let name: String
  private let key: NoteKey
  private let memory: CheckpointMemory

  init(_ tree: EndpointTree, name: String, key: NoteKey) {
    self.tree = tree
    self.name = name
    self.key = key
    memory = CheckpointMemory(tree)
  }

  /// Pins the key of the register at a path in a record that names none, and begins the log where there
  /// is none; throws `refused` for a register whose key is not the one that is known.
  static func begin(
    _ path: RawPath, _ record: inout EndpointRecord, isNew: Bool
  ) throws(SparkError) {
    guard let register = try RegisterDirectory.open(path) else { return }
    let prefix = "\(record.tree.text),\(CaptureID.fresh().text)"
    guard let pin = record.registerKey else {
      record.registerKey = try LogMaker.openOrMake(register, prefix: prefix).key.text
      record.hasUnprovenReceipts = !isNew
      return
    }
    let log = try RegisterLog.open(register, prefix: prefix)
    if log?.key.text == pin { return }
    let sentence: TrailSentence =
      log == nil ? .logGone(name: record.name) : .otherKey(name: record.name)
    throw SparkError(.refused, "set", path, Sentence.trail(sentence).text)
  }

  /// The log of a register, whose key must be the one that is known; where none is, a register without a
  /// log gets one.
  ///
  /// The sentence says why nothing may be sent.
  static func open(
    _ register: RegisterDirectory, pin: String?, name: String, prefix: String
  ) throws(SparkError) -> Result<RegisterLog, TrailVerdict> {
    guard let pin else { return .success(try LogMaker.openOrMake(register, prefix: prefix)) }
    guard let log = try RegisterLog.open(register, prefix: prefix) else {
      return .failure(TrailVerdict(.logGone(name: name)))
    }
    return log.key.text == pin ? .success(log) : .failure(TrailVerdict(.otherKey(name: name)))
  }

  /// Pins a key in a tree that knows none; receipts from before then are to be replaced.
  ///
  /// Takes the tree's lock exclusively.
  static func pin(_ key: NoteKey, _ tree: EndpointTree) throws(SparkError) {
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in
      var record = try tree.record()
      guard record.registerKey == nil else { return }
      record.registerKey = key.text
      record.hasUnprovenReceipts = true
      try tree.replaceRecord(record)
    }
  }

  /// Looks at the log as it is now: why it is not the one that was seen, or nil.
  ///
  /// Needs no good will of the register's: what leads from one checkpoint to the other is checked.
  func examine(_ log: RegisterLog) throws(SparkError) -> TrailVerdict? {
    guard let seen = try memory.read(key) else { return nil }
    let now = log.checkpoint
    if now.size < seen.size {
      return TrailVerdict(.rolledBack(name: name, size: now.size, seen: seen.size))
    }
    let proof: [Hash32]
    do { proof = try log.consistency(from: seen.size) } catch {
      // What cannot be shown is not so; an answer that does not come is weather.
      guard error.code == .damaged else { throw error }
      return TrailVerdict(.forked(name: name))
    }
    if Merkle.isConsistent(seen.size, seen.root, now.size, now.root, proof) { return nil }
    return TrailVerdict(.forked(name: name))
  }

  /// Remembers the log as it is now.
  func remember(_ log: RegisterLog) throws(SparkError) { try memory.keep(log.checkpoint, key) }
}

/// Why a register's log is not trusted.
struct TrailVerdict: Error {
  let sentence: Sentence
  init(_ sentence: TrailSentence) { self.sentence = .trail(sentence) }
  var answer: Answer { .verdict(sentence) }
}
