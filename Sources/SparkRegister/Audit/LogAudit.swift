internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Checks a register and its log against each other and against what is signed, without writing and
/// without holding anybody up.
public struct LogAudit {
  private let register: RegisterDirectory?
  private let log: Directory
  private let key: NoteKey
  private var tree: TreeRebuild
  private var entries = RecordedEntries()
  private var report: AuditReport
  // Whether nothing was found in the tiles.
  private var isWhole = true

  /// Checks the register at a path, or the folder of a log by itself, without its records; `key` is the key that its log must be signed with, where that is
  /// known, and `hashing` asks for the bytes of every object to be read.
  ///
  /// Throws `malformed` for something else than a register with a log, and `damaged` for a log whose
  /// checkpoint does not carry the key's signature.
  public static func run(_ path: RawPath, key: NoteKey? = nil, hashing: Bool = false)
    throws(SparkError) -> AuditReport
  {
    var audit: LogAudit
    if let log = try AuditPlace.bareLog(path) {
      audit = try LogAudit(nil, log, key)
    } else {
      let register = try AuditPlace.open(path)
      audit = try LogAudit(register, AuditPlace.log(register), key)
    }
    try audit.run(hashing: hashing)
    return audit.report
  }

  private init(_ register: RegisterDirectory?, _ log: Directory, _ wanted: NoteKey?)
    throws(SparkError)
  {
    self.register = register
    self.log = log
    let standing = try AuditPlace.key(log)
    guard let key = wanted ?? standing else {
      let path = log.full(RawPath(RegisterLayout.publicKey))
      throw SparkError(
        .damaged, "read", path, Sentence.trail(.audit(.noKey(path: path.shown))).text)
    }
    self.key = key
    tree = TreeRebuild(log, readsEntries: register != nil)
    let signed = try AuditPlace.checkpoint(log, key)
    report = AuditReport(key: key, checkpoint: signed, isWhole: register != nil)
    let origin = register.map { RegisterLayout.origin($0.identity) } ?? key.name
    if standing != key || key.name != origin {
      report.add([
        AuditFinding(.otherKey, "\(RegisterLayout.log)/\(RegisterLayout.publicKey)")
      ])
    }
    extend(to: signed)
  }

  private mutating func extend(to signed: SignedCheckpoint) {
    let (findings, more) = tree.extend(to: signed)
    report.add(findings)
    isWhole = isWhole && findings.isEmpty
    entries.add(more)
    report.checkpoint = signed
  }

  /// Goes on to the checkpoint as it is now.
  private mutating func follow() throws(SparkError) {
    let signed = try AuditPlace.checkpoint(log, key)
    if tree.isCut { return }
    if signed.size > tree.size {
      extend(to: signed)
    } else if signed.size == tree.size, signed.root != report.checkpoint.root {
      report.add([AuditFinding(.rootWrong, "\(RegisterLayout.log)/\(RegisterLayout.checkpoint)")])
    }
  }

  private mutating func run(hashing: Bool) throws(SparkError) {
    if let register { try lookAtRecords(register, hashing: hashing) }
    if !tree.isCut {
      try lookAtFiles()
      try lookAtWitnesses()
    }
    report.findings = Array(Set(report.findings)).sorted {
      ($0.path, $0.flaw.rawValue, $0.detail ?? "") < ($1.path, $1.flaw.rawValue, $1.detail ?? "")
    }
  }

  private mutating func lookAtRecords(_ register: RegisterDirectory, hashing: Bool)
    throws(SparkError)
  {
    var records = RecordAudit(register)
    try records.read(entries)
    var isAwaited = false
    for _ in 0..<Self.looks {
      try follow()
      records.lookAgain(entries)
      isAwaited = records.hasAlone
      if isAwaited { isAwaited = try LivingSenders.areAny(register) }
      if !isAwaited { break }
      Pause.sleep(milliseconds: 100)
    }
    try records.finish(entries, isAwaited: isAwaited)
    report.add(records.findings)
    report.records = records.count
    lookAtObjects(register, records.shares, hashing: hashing)
  }

  // Ten seconds for a sender that has put its records in their places to put its entries into the log.
  private static let looks = 100

  private mutating func lookAtObjects(
    _ register: RegisterDirectory, _ shares: [Digest], hashing: Bool
  ) {
    var wanted: [ObjectAudit.Wanted] = []
    wanted.reserveCapacity(entries.entries.count + shares.count)
    for entry in entries.entries {
      if let object = entry.facts.object { wanted.append((object, entry.facts.bytes)) }
    }
    for share in shares { wanted.append((share, nil)) }
    let (findings, count, bytes) = ObjectAudit(register, hashing: hashing).look(wanted)
    report.add(findings)
    (report.objects, report.bytes) = (count, bytes)
  }

  /// Others may append meanwhile, and then there is more than the checkpoint says.
  private mutating func lookAtFiles() throws(SparkError) {
    for attempt in 1...3 {
      let commits = try CommitAudit(log, size: tree.size, isWhole: isWhole)
      let files = try TileFiles(log, size: tree.size, pending: commits.pending)
      let before = tree.size
      try follow()
      if attempt < 3, tree.size > before { continue }
      report.add(commits.findings)
      report.add(files.findings)
      return
    }
  }

  private mutating func lookAtWitnesses() throws(SparkError) {
    for note in try WitnessNotes(log, key: key).notes {
      let path = "\(RegisterLayout.log)/\(RegisterLayout.witness(FileName(note.name).encoded))"
      guard let signed = note.signed else {
        report.add([AuditFinding(.witnessUnreadable, path)])
        continue
      }
      if signed.size > tree.size { try follow() }
      if signed.size > tree.size {
        report.add([AuditFinding(.witnessAhead, path)])
      } else if (try? LogEdge(LogTiles(log: log), size: signed.size))?.root != signed.root {
        report.add([AuditFinding(.witnessDiffers, path)])
      }
    }
  }
}
