internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Holds the records of a register against the entries of its log, both ways.
struct RecordAudit {
  private let register: RegisterDirectory
  private var seen: [Bool] = []
  private var alone: [RecordLook.Alone] = []
  private(set) var findings: [AuditFinding] = []
  /// The records of shares that records name.
  private(set) var shares: [Digest] = []
  /// How many records were read.
  private(set) var count = 0

  init(_ register: RegisterDirectory) { self.register = register }

  /// Reads all records.
  mutating func read(_ entries: RecordedEntries) throws(SparkError) {
    let folders = try RecordFolders(register)
    findings += folders.strays
    let isSealed = register.isSealed
    let looks = Workers.map(folders.pieces.count, context: { SmallFiles() }) { stream, place in
      RecordLook(folders.pieces[place], entries, isSealed: isSealed, stream)
    }
    for look in looks { add(look, entries) }
  }

  private mutating func add(_ look: RecordLook, _ entries: RecordedEntries) {
    note(entries)
    for place in look.seen { seen[place] = true }
    alone += look.alone
    findings += look.findings
    shares += look.shares
    count += look.count
  }

  private mutating func note(_ entries: RecordedEntries) {
    let more = entries.entries.count - seen.count
    if more > 0 { seen += [Bool](repeating: false, count: more) }
  }

  /// Whether there are records that no entry names.
  var hasAlone: Bool { !alone.isEmpty }

  /// Looks again at those, now that there may be more entries.
  mutating func lookAgain(_ entries: RecordedEntries) {
    note(entries)
    let waiting = alone.filter { entries.place(of: $0.digest) != nil }
    alone.removeAll { entries.place(of: $0.digest) != nil }
    let stream = SmallFiles()
    for record in waiting {
      let slash = record.path.utf8.lastIndex(of: 0x2F) ?? record.path.endIndex
      let piece = RecordFolders.Piece(
        folder: record.folder, path: String(record.path[..<slash]), names: [record.name])
      var look = RecordLook(piece, entries, isSealed: register.isSealed, stream)
      look.forgetCount()
      add(look, entries)
    }
  }

  /// Says what remains: records without an entry, and entries without their record.
  mutating func finish(_ entries: RecordedEntries, isAwaited: Bool) throws(SparkError) {
    note(entries)
    for place in entries.repeated where !seen[place] {
      // The first entry of the same record speaks for both.
      if let first = entries.place(of: entries.entries[place].facts.record) {
        seen[place] = true
        findings.append(AuditFinding(.recordedTwice, shown(entries.entries[first]), nil))
      }
    }
    try findLate(entries)
    var names: [String: Int] = [:]
    for place in seen.indices where !seen[place] {
      if let name = name(entries.entries[place].facts) { names[name] = place }
    }
    for record in alone {
      if let place = names[String(decoding: record.name, as: UTF8.self)] {
        seen[place] = true
        findings.append(AuditFinding(.recordChanged, record.path))
      } else {
        findings.append(AuditFinding(isAwaited ? .recordAwaited : .recordAlone, record.path))
      }
    }
    for place in seen.indices where !seen[place] {
      findings.append(AuditFinding(.recordMissing, shown(entries.entries[place])))
    }
  }

  /// Looks for records that came after the directories were listed.
  private mutating func findLate(_ entries: RecordedEntries) throws(SparkError) {
    let missing = seen.indices.filter { !seen[$0] }
    if missing.isEmpty { return }
    let known = Set(alone.map { $0.name })
    let wanted = missing.compactMap { name(entries.entries[$0].facts) }.map { Array($0.utf8) }
      .filter { !known.contains($0) }
    if wanted.isEmpty { return }
    let stream = SmallFiles()
    var folders: Set<String> = []
    for piece in try RecordFolders(register).pieces where folders.insert(piece.path).inserted {
      var there: [[UInt8]] = []
      for name in wanted where try piece.folder.exists(RawPath(name)) { there.append(name) }
      if there.isEmpty { continue }
      let late = RecordFolders.Piece(folder: piece.folder, path: piece.path, names: there)
      add(RecordLook(late, entries, isSealed: register.isSealed, stream), entries)
    }
  }

  /// The file's name that an entry promises.
  private func name(_ facts: EntryFacts) -> String? {
    register.isSealed ? facts.place?.hex : facts.id?.text
  }

  /// Where an entry's record should be; the month of a plain one is not in the entry.
  private func shown(_ entry: (index: Int64, facts: EntryFacts)) -> String {
    if let place = entry.facts.place { return MomentPlace.sealed(place).path }
    return "\(RegisterLayout.moments)/*/*/\(entry.facts.id?.text ?? "?")"
  }
}
