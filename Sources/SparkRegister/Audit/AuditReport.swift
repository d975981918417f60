internal import SparkFormat
public import SparkStore

/// What an audit of a register came to.
public struct AuditReport: Sendable {
  /// What was found, by path.
  public internal(set) var findings: [AuditFinding] = []
  /// The key that signs the log.
  public let key: NoteKey
  /// The checkpoint that the log was held against.
  public internal(set) var checkpoint: SignedCheckpoint
  /// Whether there were records and objects to look at, and not a log alone.
  public let isWhole: Bool
  /// How many records were read.
  public internal(set) var records = 0
  /// How many objects the entries name.
  public internal(set) var objects = 0
  /// Their size in bytes.
  public internal(set) var bytes: Int64 = 0

  /// How many of the findings are faults.
  public var faults: Int { findings.count { !$0.flaw.isNote } }

  mutating func add(_ more: some Sequence<AuditFinding>) { findings.append(contentsOf: more) }
}
