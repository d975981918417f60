internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Removes the bytes of captures that were sent long enough ago and that the register confirms just
/// now: its record byte for byte, and its object by its hash.
///
/// Before any byte goes, a note beside each truth is durable, so that what was pruned can be told from
/// what was lost. An object goes only when every truth that names it may let it go.
struct SentPruner {
  /// How it ended.
  enum End {
    case done(unconfirmed: Int)
    case noAnswer
    case unreadable
  }

  private static let step = 64

  private let tree: EndpointTree
  private let endpoint: EndpointRecord
  private let trust: ReceiptTrust
  private let before: Int64
  private let isRehearsal: Bool
  private let say: (PruneItem) throws(SparkError) -> Void

  /// Looks at what was sent before this time, in seconds.
  init(
    _ tree: EndpointTree, before: Int64, isRehearsal: Bool,
    say: @escaping (PruneItem) throws(SparkError) -> Void
  ) throws(SparkError) {
    self.tree = tree
    endpoint = try tree.record()
    trust = ReceiptTrust(endpoint)
    self.before = before
    self.isRehearsal = isRehearsal
    self.say = say
  }

  private struct Member: Sendable {
    let id: CaptureID
    let time: Timestamp
    /// Where the register has its record.
    let place: MomentPlace
    /// The record and the object there, as the receipt names them.
    let record: Digest
    let object: Digest
  }

  func run() throws(SparkError) -> End {
    guard let identity = endpoint.identity else { return .done(unconfirmed: 0) }
    let scan = TruthScan(tree)
    var kept: Set<Digest> = []
    var sent: [Digest: [Member]] = [:]
    try scan.read { seen throws(SparkError) in
      let record = seen.record
      if let share = record.shareRecord { kept.insert(share) }
      if let receipt = seen.receipt, isOld(seen, receipt) {
        let sealed = receipt.tag == nil ? nil : seen.sealed
        let member = Member(
          id: record.id, time: record.time,
          place: sealed.map { .sealed($0.place) } ?? .plain(record.id, record.time),
          record: receipt.record, object: receipt.object)
        sent[record.object, default: []].append(member)
      } else {
        kept.insert(record.object)
      }
    }
    guard scan.isWhole else { return .unreadable }
    let objects = ObjectStore(tree)
    var candidates: [Digest] = []
    for digest in sent.keys.sorted() where !kept.contains(digest) {
      if try objects.status(digest) != nil { candidates.append(digest) }
    }
    if candidates.isEmpty { return .done(unconfirmed: 0) }
    guard let register = open(identity) else { return .noAnswer }
    let entry = isRehearsal ? nil : try JournalEntry(tree, operation: "prune")
    var unconfirmed = 0
    for start in stride(from: 0, to: candidates.count, by: Self.step) {
      let part = Array(candidates[start..<min(start + Self.step, candidates.count)])
      let confirmed = confirm(part, sent, register)
      unconfirmed += part.count - confirmed.count
      if confirmed.isEmpty { continue }
      guard try remove(confirmed, sent, scan, &kept) else { return .unreadable }
    }
    try entry?.finish()
    return .done(unconfirmed: unconfirmed)
  }

  private func isOld(_ seen: TruthScan.Seen, _ receipt: ReceiptRecord) -> Bool {
    receipt.time.seconds < before
      && trust.holds(
        receipt, for: seen.record, digest: Digest(Blake2b256.hash(seen.bytes)), sealed: seen.sealed)
  }

  /// The register, where it answers as itself.
  private func open(_ identity: String) -> RegisterDirectory? {
    guard let address = endpoint.address, address.kind == .directory, let path = address.path,
      let register = try? RegisterDirectory.open(RawPath(path.bytes)),
      register.identity == identity
    else { return nil }
    return register
  }

  private func confirm(
    _ digests: [Digest], _ sent: [Digest: [Member]], _ register: RegisterDirectory
  ) -> [Digest] {
    let answers = Workers.map(digests.count, context: ByteStream.init) { stream, place in
      let digest = digests[place]
      do throws(SparkError) {
        for member in sent[digest] ?? [] {
          let moment = try register.moment(member.place)
          guard moment.map(Blake2b256.hash) == member.record.bytes,
            try register.isWhole(member.object, stream)
          else { return false }
        }
        return true
      } catch { return false }
    }
    return zip(digests, answers).compactMap { $1 ? $0 : nil }
  }

  /// False when a record cannot be read: nobody can say then what is named.
  private func remove(
    _ digests: [Digest], _ sent: [Digest: [Member]], _ scan: TruthScan, _ kept: inout Set<Digest>
  ) throws(SparkError) -> Bool {
    if isRehearsal {
      for digest in digests { try tell(digest) }
      return true
    }
    let notes = try draft(digests, sent)
    var still = kept
    let isDone = try tree.whileLocked(.exclusive) { () throws(SparkError) -> Bool in
      try scan.read { seen throws(SparkError) in
        still.insert(seen.record.object)
        if let share = seen.record.shareRecord { still.insert(share) }
      }
      guard scan.isWhole else { return false }
      let doomed = digests.filter { !still.contains($0) }
      for digest in doomed {
        for note in notes[digest] ?? [] {
          try tree.tmp.replace(note.draft, to: tree.root, note.place)
        }
      }
      for month in Set(doomed.flatMap { notes[$0] ?? [] }.map(\.month)) {
        try tree.root.directory(month).flush()
      }
      for digest in doomed { try tell(digest) }
      try ObjectStore(tree).eraseBytes(doomed)
      return true
    }
    for note in notes.values.joined() { try tree.tmp.remove(note.draft) }
    kept = still
    return isDone ?? true
  }

  private struct Note: Sendable {
    let draft: RawPath
    let place: RawPath
    let month: RawPath
  }

  private func draft(_ digests: [Digest], _ sent: [Digest: [Member]]) throws(SparkError)
    -> [Digest: [Note]]
  {
    var notes: [Digest: [Note]] = [:]
    for digest in digests {
      for member in sent[digest] ?? [] {
        let note = PrunedRecord(
          id: member.id, time: .now(), object: digest, register: endpoint.identity ?? "")
        let month = RawPath(TreeLayout.monthDirectory(member.time))
        let draft = RawPath(CaptureID.fresh().text)
        try tree.tmp.create(draft, note.serialized, mode: 0o444)
        notes[digest, default: []].append(
          Note(
            draft: draft, place: month.appending(TreeLayout.prunedName(member.id)), month: month))
      }
    }
    try tree.root.flushFileSystem()
    return notes
  }

  private func tell(_ digest: Digest) throws(SparkError) {
    let size = try ObjectStore(tree).status(digest)?.size ?? 0
    try say(
      PruneItem(
        .sentBytes, "\(StoreLayout.tree(tree.number))/\(TreeLayout.object(digest))", bytes: size))
  }
}
