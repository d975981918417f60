internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Takes one batch of files and shares: room, claims, hashes, commit, and the claims' end.
///
/// Runs under the inbox's lock and, shared, the tree's.
struct ImportBatch {
  let session: ImportSession

  private var claims: Claims { session.claims }
  private var room: Room { Room(tree: session.tree, record: session.record) }

  /// One thing that asks for room as a whole.
  private enum Unit {
    case file(Candidate, HeldDescriptor, FileStatus, leased: Bool)
    case share(Candidate, CaptureID)
  }

  /// Takes what is ready of these; `counted` says that the ledger was just counted. False when it has to
  /// be counted before this batch can be decided: nothing was taken then.
  func take(_ files: [Candidate], _ shares: [Candidate], counted: Bool) throws(SparkError) -> Bool {
    var ready: [(Unit, Int64)] = []
    for file in files { if let unit = try look(file) { ready.append(unit) } }
    for share in shares { if let unit = look(atShare: share) { ready.append(unit) } }
    if ready.isEmpty { return true }
    guard let (fits, held) = try room.reserve(ready.map { $0.1 }, counted: counted) else {
      return false
    }
    var taken: [TakenFile] = []
    var unused: Int64 = 0
    for ((unit, size), fit) in zip(ready, fits) {
      guard fit else {
        refuse(unit, room.refusal(size: size, held: held))
        continue
      }
      let files = claim(unit)
      taken += files
      unused += size - files.reduce(0) { $0 + $1.status.size }
    }
    try room.release(unused)
    try flushClaims(taken, files)
    try keep(taken)
    return true
  }

  /// Finishes claims that a crash has left; as ``take(_:_:counted:)``.
  func finish(_ leftovers: [Claims.Leftover], counted: Bool) throws(SparkError) -> Bool {
    var found: [TakenFile] = []
    for leftover in leftovers { found += try reopen(leftover) }
    guard let (fits, held) = try room.reserve(found.map { $0.status.size }, counted: counted) else {
      return false
    }
    var taken: [TakenFile] = []
    for (file, fit) in zip(found, fits) {
      if fit { taken.append(file) } else {
        try putBack(file, room.refusal(size: file.status.size, held: held))
      }
    }
    try keep(taken)
    return true
  }

  // MARK: Looking

  private func look(_ candidate: Candidate) throws(SparkError) -> (Unit, Int64)? {
    let file: Descriptor
    do throws(SparkError) { file = try candidate.parent.file(RawPath(candidate.name)) } catch {
      switch error.code {
      case .missing: return nil
      case .notPermitted: session.refuse(candidate.path, Sentence.unreadable.text)
      case .wrongKind: session.refuse(candidate.path, Sentence.notRegular(.symbolicLink).text)
      default: session.refuse(candidate.path, ImportSession.sentence(error))
      }
      return nil
    }
    let status = try file.status()
    guard status.kind == .regular else { return nil }
    if status.size == 0, isPlaceholder(candidate) {
      session.refuse(candidate.path, Sentence.unfinishedName.text)
      return nil
    }
    switch session.quiet.decide(
      file, status, candidate.path, provesLeases: session.open.provesLeases)
    {
    case .wait(let milliseconds):
      session.report.wait(milliseconds: milliseconds)
      return nil
    case .ready(let leased):
      return (.file(candidate, HeldDescriptor(file), status, leased: leased), status.size)
    }
  }

  /// An empty file beside its own unfinished download: a browser keeps the name free with it.
  private func isPlaceholder(_ candidate: Candidate) -> Bool {
    let name = FileName(candidate.name)
    let held = NameRule.classify(
      name, siblings: { (try? candidate.parent.exists(RawPath($0.bytes))) ?? false }, size: 0)
    return held == .unfinished
  }

  private func look(atShare candidate: Candidate) -> (Unit, Int64)? {
    do throws(SparkError) {
      let directory = try candidate.parent.directory(RawPath(candidate.name))
      let reader = ShareReader(directory: directory)
      let (record, _) = try reader.record(expecting: candidate.name)
      return (.share(candidate, record.id), try reader.check(record))
    } catch {
      if error.code == .missing { return nil }
      session.refuse(
        candidate.path,
        error.code == .malformed ? error.message : Sentence.shareUnreadable(why: error.reason).text)
      return nil
    }
  }

  private func refuse(_ unit: Unit, _ sentence: String) {
    switch unit {
    case .file(let candidate, _, _, _), .share(let candidate, _):
      session.refuse(candidate.path, sentence)
    }
  }

  // MARK: Claiming

  private func claim(_ unit: Unit) -> [TakenFile] {
    switch unit {
    case .file(let candidate, let file, let status, let leased):
      do throws(SparkError) {
        return try claimFile(candidate, file, status, leased).map { [$0] } ?? []
      } catch {
        session.refuse(candidate.path, ImportSession.sentence(error))
        return []
      }
    case .share(let candidate, let id):
      do throws(SparkError) {
        let name = RawPath(InboxLayout.shareName(id))
        guard try candidate.parent.renameNew(
          RawPath(candidate.name), to: claims.directory, name)
        else { return [] }
        return try openShare(id)
      } catch {
        putBackShare(id, ImportSession.sentence(error))
        return []
      }
    }
  }

  private func claimFile(
    _ candidate: Candidate, _ file: HeldDescriptor, _ status: FileStatus, _ leased: Bool
  ) throws(SparkError) -> TakenFile? {
    let id = CaptureID.version7(milliseconds: Clock.milliseconds(), random: Entropy.pair())
    guard let place = try claims.claim(candidate, as: id), let descriptor = file.take() else {
      return nil
    }
    session.quiet.forget(candidate.path)
    let standing = try place.directory.status(place.name)
    let taken = TakenFile(
      id: id, path: candidate.path, file: descriptor, status: status, leased: leased, place: place)
    if standing.identity == status.identity { return taken }
    // Another file took the name between the look and the rename: it has not been quiet yet.
    session.report.wait(milliseconds: Int(Quiet.leasedSeconds) * 1000)
    _ = try claims.putBack(place, to: candidate.path)
    return nil
  }

  private func openShare(_ id: CaptureID) throws(SparkError) -> [TakenFile] {
    let name = InboxLayout.shareName(id)
    let directory = try claims.directory.directory(RawPath(name))
    if try !directory.exists(RawPath(InboxLayout.shareRecord)) {
      // Its captures are kept; only the folder could not be removed.
      try removeShare(directory, RawPath(name), files: 0)
      return []
    }
    let reader = ShareReader(directory: directory)
    let (record, bytes) = try reader.record(expecting: Array(name.utf8))
    let share = TakenShare(
      record: record, digest: Digest(Blake2b256.hash(bytes)), bytes: bytes, directory: directory,
      name: RawPath(name))
    var files: [TakenFile] = []
    for place in 1...record.files.count {
      guard let file = try reader.open(place: place) else {
        // Let go after its capture was durable, by a run that then crashed.
        let id = ShareReader.id(record.id, place: place)
        if try Captures(session.tree).find(id) != nil { continue }
        throw reader.unreadable("its file \(place) is missing")
      }
      let status = try file.status()
      let leased = session.open.provesLeases && file.takeLease()
      files.append(TakenFile(share: share, place: place, file: file, status: status, leased: leased))
    }
    if files.isEmpty { try removeShare(directory, share.name, files: record.files.count) }
    return files
  }

  private func reopen(_ leftover: Claims.Leftover) throws(SparkError) -> [TakenFile] {
    switch leftover {
    case .share(let id):
      do throws(SparkError) { return try openShare(id) } catch {
        putBackShare(id, error.message)
        return []
      }
    case .file(let id, let path, let place):
      do throws(SparkError) { return try reopenFile(id, path, place).map { [$0] } ?? [] } catch {
        if error.code != .missing { session.refuse(path, ImportSession.sentence(error)) }
        return []
      }
    }
  }

  private func reopenFile(_ id: CaptureID, _ path: FilePath, _ place: Claims.Place)
    throws(SparkError) -> TakenFile?
  {
    let file = try place.directory.file(place.name)
    let status = try file.status()
    let leased = session.open.provesLeases && file.takeLease()
    if !leased, session.open.provesLeases, status.owner == Environment.user {
      // A writer that waited for the claim's lease has it open now.
      session.report.wait(milliseconds: Int(Quiet.leasedSeconds) * 1000)
      return nil
    }
    return TakenFile(id: id, path: path, file: file, status: status, leased: leased, place: place)
  }

  /// Each claim's id must survive before anything stands under it in the store: else a source could come
  /// back under a second id.
  private func flushClaims(_ taken: [TakenFile], _ candidates: [Candidate]) throws(SparkError) {
    if taken.isEmpty { return }
    let hasNests = taken.contains { $0.place.nest != nil }
    if hasNests { return try session.open.directory.flushFileSystem() }
    try claims.directory.flush()
    var flushed: Set<FileStatus.Identity> = []
    for parent in [session.open.directory] + candidates.map(\.parent) {
      if flushed.insert(try parent.status().identity).inserted { try parent.flush() }
    }
  }

  // MARK: Keeping

  private func keep(_ taken: [TakenFile]) throws(SparkError) {
    if taken.isEmpty { return }
    let digestion = Digestion(
      tree: session.tree, inbox: session.open.inbox.name, zone: session.zone,
      adopts: canAdopt(taken))
    var drafts: [CaptureDraft] = []
    var drafted: [TakenFile] = []
    var ends: [(TakenFile, CaptureBatch.Outcome)] = []
    for (file, outcome) in zip(taken, digestion.digest(taken)) {
      switch outcome {
      case .draft(let draft):
        drafts.append(draft)
        drafted.append(file)
      case .changed: ends.append((file, .changed))
      case .failed(let error): ends.append((file, .failed(error)))
      }
    }
    var companions: [Digest: Companion] = [:]
    for share in drafted.compactMap(\.share) {
      companions[share.digest] = Companion(digest: share.digest, bytes: share.bytes)
    }
    let batch = CaptureBatch(tree: session.tree, prepared: session.record.prepares)
    do throws(SparkError) {
      let outcomes = try batch.commit(drafts, companions: Array(companions.values))
      ends += zip(drafted, outcomes)
    } catch {
      // A shared flush failed: nothing of the batch may be believed, and what was linked is found again
      // under the same ids, for the claims stay.
      for file in taken { refuse(file, ImportSession.sentence(error)) }
      throw error
    }
    try conclude(ends)
  }

  /// Whether a claim can be linked into the store: tried, because bind mounts and subvolumes share
  /// device numbers and refuse all the same.
  private func canAdopt(_ taken: [TakenFile]) -> Bool {
    guard let first = taken.first(where: \.mayBeAdopted) else { return false }
    let probe = RawPath("\(first.id.text).probe")
    do throws(SparkError) {
      try session.tree.tmp.remove(probe)
      try first.place.directory.linkNew(first.place.name, to: session.tree.tmp, probe)
      try session.tree.tmp.remove(probe)
      return true
    } catch { return false }
  }

  private func conclude(_ ends: [(TakenFile, CaptureBatch.Outcome)]) throws(SparkError) {
    var unused: Int64 = 0
    var failedShares: Set<RawPath> = []
    var keptShares: [RawPath: TakenShare] = [:]
    for (file, outcome) in ends {
      switch outcome {
      case .kept:
        session.report.taken += 1
        session.report.bytes += file.status.size
      case .standing: unused += file.status.size
      default: unused += file.status.size
      }
      switch outcome {
      case .kept, .standing:
        if let share = file.share { keptShares[share.name] = share } else {
          try claims.remove(file.place)
        }
      case .changed:
        try putBack(file, nil)
        if let share = file.share { failedShares.insert(share.name) }
      case .conflict:
        try putBack(file, Sentence.shareKnown.text)
        if let share = file.share { failedShares.insert(share.name) }
      case .failed(let error):
        try putBack(file, ImportSession.sentence(error))
        if let share = file.share { failedShares.insert(share.name) }
      }
    }
    for (name, share) in keptShares where !failedShares.contains(name) {
      try removeShare(share.directory, name, files: share.record.files.count)
    }
    try room.release(unused)
    try claims.directory.flush()
  }

  /// A share's files go first and its record last: without the record nothing of it can be taken twice.
  private func removeShare(_ directory: Directory, _ name: RawPath, files: Int) throws(SparkError) {
    do throws(SparkError) {
      if files > 0 { for place in 1...files { try directory.remove(RawPath(String(place))) } }
      try directory.remove(RawPath(InboxLayout.shareRecord))
      try claims.directory.removeTree(name)
    } catch {
      // A co-member's folder that cannot be emptied stays among the claims and blocks nothing.
      if error.code != .notPermitted && error.code != .exists { throw error }
    }
  }

  private func putBack(_ file: TakenFile, _ sentence: String?) throws(SparkError) {
    if let sentence { refuse(file, sentence) } else { session.report.wait(milliseconds: 2000) }
    if file.status.owner == Environment.user { _ = try? file.file.setMode(file.status.mode) }
    if let share = file.share { return putBackShare(share.record.id, nil) }
    guard let path = file.path else { return }
    do throws(SparkError) {
      _ = try claims.putBack(file.place, to: path)
    } catch {
      // It stays a claim; the status counts it, and the next pass goes on with it.
      if error.code != .full && error.code != .notPermitted && error.code != .io { throw error }
    }
  }

  private func putBackShare(_ id: CaptureID, _ sentence: String?) {
    let name = RawPath(InboxLayout.shareName(id))
    if let sentence { session.refuse(FilePath(Array(name.bytes)), sentence) }
    _ = try? claims.directory.renameNew(name, to: session.open.directory, name)
  }

  private func refuse(_ file: TakenFile, _ sentence: String) {
    let share = file.share.map { FilePath(Array($0.name.bytes)) }
    session.refuse(file.path ?? share ?? FilePath([]), sentence)
  }
}
