internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// One pass over an inbox whose originals stay: each file is copied once, remembered, and taken
/// again only when it has changed.
///
/// Nothing is written into the inbox.
final class KeepSession {
  let open: OpenInbox
  let quiet: Quiet
  var report = ImportReport()
  private let tree: EndpointTree
  private let record: EndpointRecord
  private let seen: Directory
  private let zone = Clock.zoneName()
  private let stream = ByteStream()

  init(_ home: StoreHome, _ open: OpenInbox, tree: EndpointTree, quiet: Quiet) throws(SparkError) {
    self.open = open
    self.tree = tree
    self.quiet = quiet
    record = try tree.record()
    let policies = try home.root.directory(RawPath(StoreLayout.inboxes))
    let name = RawPath("\(open.inbox.name).seen")
    if try policies.makeDirectory(name) { try policies.flush() }
    seen = try policies.directory(name)
  }

  private struct Copy {
    let draft: CaptureDraft
    let memory: SeenRecord
  }

  /// Takes what is new; false when `current` moved to another tree.
  func run(
    batchFiles: Int, onFolder: (Directory) throws(SparkError) -> Void, _ shouldStop: () -> Bool
  ) throws(SparkError) -> Bool {
    var pending: [Candidate] = []
    var moved = false
    var entry: JournalEntry?
    func flush() throws(SparkError) {
      if pending.isEmpty { return }
      if entry == nil { entry = try JournalEntry(tree, operation: "import") }
      let batch = pending
      pending = []
      if try !take(batch) { moved = true }
    }
    try InboxScanner.scan(open.directory) { sighting throws(SparkError) in
      if moved || shouldStop() { return }
      switch sighting {
      case .file(let candidate):
        if try isRemembered(candidate) { return }
        pending.append(candidate)
        if pending.count >= batchFiles { try flush() }
      case .share(let candidate):
        report.refuse(
          open.inbox, candidate.path,
          Sentence.shareUnreadable(why: "a share is taken only from an inbox that is emptied").text)
      case .waiting(let path, let sentence): report.wait(open.inbox, path, sentence)
      case .refused(let path, let sentence): report.refuse(open.inbox, path, sentence.text)
      case .hidden, .draft: break
      case .folder(let directory): try onFolder(directory)
      }
    }
    try flush()
    try entry?.finish()
    return !moved
  }

  private func memory(of path: FilePath) throws(SparkError) -> SeenRecord? {
    guard let bytes = try seen.contentsIfAny(memoryName(path), limit: 1 << 20) else { return nil }
    return try? SeenRecord(parsing: bytes)
  }

  private func memoryName(_ path: FilePath) -> RawPath {
    RawPath(Digest(Blake2b256.hash(path.bytes)).hex)
  }

  private func isRemembered(_ candidate: Candidate) throws(SparkError) -> Bool {
    guard let memory = try memory(of: candidate.path),
      let status = try candidate.parent.statusIfAny(RawPath(candidate.name))
    else { return false }
    return memory.matches(status)
  }

  private func take(_ candidates: [Candidate]) throws(SparkError) -> Bool {
    var counted = false
    while true {
      // One importer at a time: the memory decides what a changed file's id is.
      let seenLock = try FileLock(seen, ".lock", .exclusive)
      guard let treeLock = try tree.lockToImport() else { return false }
      let isDecided = try takeLocked(candidates, counted: counted)
      treeLock.release()
      seenLock.release()
      if isDecided { return true }
      _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
      counted = true
    }
  }

  private func takeLocked(_ candidates: [Candidate], counted: Bool) throws(SparkError) -> Bool {
    let before = report
    var ready: [(Candidate, HeldDescriptor, FileStatus)] = []
    for candidate in candidates {
      if let found = try look(candidate) { ready.append(found) }
    }
    let room = Room(tree: tree, record: record, copies: true)
    guard let (replies, held) = try room.reserve(ready.map { $0.2.size }, counted: counted) else {
      // All is looked at again after the counting, and reported then.
      report = before
      return false
    }
    var copies: [Copy] = []
    var unused: Int64 = 0
    for ((candidate, file, status), reply) in zip(ready, replies) {
      guard case .fits = reply else {
        report.refuse(
          open.inbox, candidate.path, room.refusal(reply, size: status.size, held: held))
        continue
      }
      do throws(SparkError) {
        if let copy = try copy(candidate, file, status) {
          copies.append(copy)
          continue
        }
      } catch {
        report.refuse(open.inbox, candidate.path, ImportSession.sentence(error))
      }
      unused += status.size
    }
    unused += try commit(copies)
    try room.release(unused)
    return true
  }

  private func look(_ candidate: Candidate) throws(SparkError)
    -> (Candidate, HeldDescriptor, FileStatus)?
  {
    let file: Descriptor
    do throws(SparkError) { file = try candidate.parent.file(RawPath(candidate.name)) } catch {
      switch error.code {
      case .missing: return nil
      case .notPermitted: report.refuse(open.inbox, candidate.path, Sentence.unreadable.text)
      default: report.refuse(open.inbox, candidate.path, ImportSession.sentence(error))
      }
      return nil
    }
    let status = try file.status()
    guard status.kind == .regular else { return nil }
    if try memory(of: candidate.path)?.matches(status) == true { return nil }
    if status.size == 0, candidate.isPlaceholder {
      report.wait(open.inbox, candidate.path, .unfinishedName)
      return nil
    }
    switch quiet.decide(file, status, candidate.path, provesLeases: open.provesLeases) {
    case .wait(let milliseconds):
      report.wait(open.inbox, candidate.path, after: milliseconds)
      return nil
    case .ready: return (candidate, HeldDescriptor(file), status)
    }
  }

  /// Copies and hashes; nil when the contents are the remembered ones, or changed meanwhile.
  private func copy(_ candidate: Candidate, _ held: HeldDescriptor, _ status: FileStatus)
    throws(SparkError) -> Copy?
  {
    guard let file = held.take() else { return nil }
    let draft = RawPath("\(CaptureID.fresh().text).bytes")
    let target = try tree.tmp.newFile(draft, mode: 0o444)
    let result: ByteStream.Result
    do throws(SparkError) {
      result = try stream.copy(file, to: target, size: status.size)
      guard try file.status().isUnchanged(since: status), result.size == status.size else {
        try tree.tmp.remove(draft)
        report.wait(open.inbox, candidate.path, after: 2000)
        return nil
      }
    } catch {
      _ = try? tree.tmp.remove(draft)
      throw error
    }
    let digest = Digest(result.digest)
    let last = try memory(of: candidate.path)
    if let last, last.object == digest {
      try tree.tmp.remove(draft)
      try remember(SeenRecord(candidate.path, status, digest, last.id))
      return nil
    }
    let id = CaptureID.version8(
      Blake2b256.hash(
        Derivation.keepSeed(
          inbox: Array(open.inbox.path.bytes), path: candidate.path.bytes, object: digest,
          previous: last?.id)))
    let time = Timestamp(status.modified)
    let name = FileName(candidate.name)
    let record = CaptureRecord(
      id: id, time: time, zone: zone ?? String(time.text.suffix(6)), name: name,
      folder: candidate.path.parent, type: MediaType.guess(name), size: result.size, object: digest,
      inbox: open.inbox.name)
    do throws(SparkError) {
      return Copy(
        draft: try CaptureDraft(
          record, in: tree, source: .copied(draft),
          settle: { [tree] alone throws(SparkError) in
            if alone { try tree.tmp.file(draft).flush() }
          }),
        memory: SeenRecord(candidate.path, status, digest, id))
    } catch {
      _ = try? tree.tmp.remove(draft)
      throw error
    }
  }

  /// Returns the bytes whose room was not used.
  private func commit(_ copies: [Copy]) throws(SparkError) -> Int64 {
    let batch = CaptureBatch(tree: tree, prepared: record.prepares)
    var unused: Int64 = 0
    for (copy, outcome) in zip(copies, try batch.commit(copies.map(\.draft))) {
      let size = copy.draft.record.size
      switch outcome {
      case .kept:
        report.taken += 1
        report.bytes += size
        try remember(copy.memory)
      case .standing, .conflict:
        // The id is derived from the path and the bytes, so whatever else differs it is this capture.
        unused += size
        try remember(copy.memory)
      case .changed:
        unused += size
        report.wait(open.inbox, copy.memory.path, after: 2000)
      case .failed(let error):
        unused += size
        report.refuse(open.inbox, copy.memory.path, ImportSession.sentence(error))
      }
    }
    if !copies.isEmpty { try seen.flushFileSystem() }
    return unused
  }

  /// Writes the memory of one file; the batch flushes.
  ///
  /// The ids are derived, so a memory that is lost brings nothing in twice.
  private func remember(_ memory: SeenRecord) throws(SparkError) {
    let name = memoryName(memory.path)
    let draft = RawPath(".new")
    try seen.remove(draft)
    try seen.create(draft, memory.serialized, mode: 0o600)
    try seen.replace(draft, to: seen, name)
    quiet.forget(memory.path)
  }
}

extension SeenRecord {
  init(_ path: FilePath, _ status: FileStatus, _ object: Digest, _ id: CaptureID) {
    self.init(
      path: path, size: status.size, modified: FileTime(status.modified),
      changed: FileTime(status.changed), inode: status.identity.inode, object: object, id: id)
  }

  func matches(_ status: FileStatus) -> Bool {
    size == status.size && inode == status.identity.inode && modified == FileTime(status.modified)
      && changed == FileTime(status.changed)
  }
}

extension FileTime {
  init(_ time: FileStatus.Time) {
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
  }
}
