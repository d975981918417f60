internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Takes one batch of files and shares: room, claims, hashes, commit, and the claims' end.
///
/// Runs under the inbox's lock and, shared, the tree's.
struct ImportBatch {
  let session: ImportSession

  var claims: Claims { session.claims }
  private var room: Room {
    Room(tree: session.tree, record: session.record, copies: !session.sharesDisk)
  }

  /// Takes what is ready of these; `counted` says that the ledger was just counted.
  ///
  /// False when it has to be counted before this batch can be decided: nothing was taken then.
  func take(_ ready: [ReadyUnit], counted: Bool) throws(SparkError) -> Bool {
    guard let (replies, held) = try room.reserve(ready.map(\.size), counted: counted) else {
      return false
    }
    var taken: [TakenFile] = []
    var unused: Int64 = 0
    for (unit, reply) in zip(ready, replies) {
      guard case .fits = reply else {
        session.refuse(unit.candidate.path, room.refusal(reply, size: unit.size, held: held))
        continue
      }
      let files = claim(unit)
      taken += files
      unused += unit.size - files.reduce(Int64(0)) { $0.addingClamped($1.status.size) }
    }
    try room.release(unused)
    try flushClaims(taken, ready)
    try keep(taken)
    return true
  }

  /// Finishes claims that a crash has left; as ``take(_:_:counted:)``.
  func finish(_ leftovers: [Claims.Leftover], counted: Bool) throws(SparkError) -> Bool {
    let before = session.report
    var found: [[TakenFile]] = []
    for leftover in leftovers {
      let files = reopen(leftover)
      if !files.isEmpty { found.append(files) }
    }
    if found.isEmpty { return true }
    let sizes = found.map { files in files.reduce(Int64(0)) { $0.addingClamped($1.status.size) } }
    guard let (replies, held) = try room.reserve(sizes, counted: counted) else {
      // All are opened again after the counting, and reported then.
      session.report = before
      return false
    }
    // The crash may have come before the claims were flushed.
    try session.open.directory.flushFileSystem()
    var taken: [TakenFile] = []
    for ((files, size), reply) in zip(zip(found, sizes), replies) {
      // A share is kept whole or not at all.
      if case .fits = reply {
        taken += files
      } else {
        putBack(files, room.refusal(reply, size: size, held: held))
      }
    }
    try keep(taken)
    return true
  }

  private func keep(_ taken: [TakenFile]) throws(SparkError) {
    if taken.isEmpty { return }
    let digestion = Digestion(
      tree: session.tree, inbox: session.open.inbox.name, zone: session.zone,
      adopts: canAdopt(taken), staysOpen: taken.count <= Importer.batchLimit)
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
      let outcomes = try batch.commit(drafts, companions: Array(companions.values)) {
        [claims, drafted] outcomes in claims.removeKept(drafted, outcomes)
      }
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
    var shares: [RawPath: ShareEnd] = [:]
    for (file, outcome) in ends {
      if let share = file.share {
        shares[share.name, default: ShareEnd(share: share)].add(file, outcome)
      }
      switch outcome {
      case .kept:
        session.report.taken += 1
        session.report.bytes += file.status.size
        continue
      case .standing: break
      case .changed: session.wait(file.shownPath, after: 2000)
      case .conflict: refuse(file, Sentence.shareKnown.text)
      case .failed(let error): refuse(file, ImportSession.sentence(error))
      }
      unused += file.status.size
      if file.share == nil, !outcome.isKept { putBack(file) }
    }
    for (name, end) in shares {
      if end.failed.isEmpty {
        removeShare(end.share.directory, name, files: end.share.record.files.count)
      } else if !end.hasKept {
        putBack(end.failed, nil)
      }
    }
    try room.release(unused)
    try claims.directory.flush()
  }

  /// What became of a share's files; one that is partly kept stays a claim until the rest is.
  private struct ShareEnd {
    let share: TakenShare
    var failed: [TakenFile] = []
    var hasKept = false

    mutating func add(_ file: TakenFile, _ outcome: CaptureBatch.Outcome) {
      if outcome.isKept { hasKept = true } else { failed.append(file) }
    }
  }

  /// A share's files go first and its record last: without the record nothing of it can be taken
  /// twice.
  ///
  /// Only what its record names is removed, for nothing else was kept.
  func removeShare(_ directory: Directory, _ name: RawPath, files: Int) {
    do throws(SparkError) {
      if files > 0 { for place in 1...files { try directory.remove(RawPath(String(place))) } }
      try directory.remove(RawPath(InboxLayout.shareRecord))
      if try claims.directory.removeDirectory(name) { return }
      session.refuse(
        FilePath(Array(name.bytes)), Sentence.cannotRemove(why: "it is not empty").text)
    } catch {
      // A co-member's folder that cannot be emptied stays among the claims and blocks nothing.
      session.refuse(FilePath(Array(name.bytes)), Sentence.cannotRemove(why: error.reason).text)
    }
  }

  /// Puts a file, or all that was found of a share, back where it came from.
  private func putBack(_ files: [TakenFile], _ sentence: String?) {
    guard let first = files.first else { return }
    if let sentence { refuse(first, sentence) }
    guard let share = first.share else { return putBack(first) }
    for file in files {
      guard restoreMode(file) else { return }
    }
    putBackShare(share.record.id)
  }

  private func putBack(_ file: TakenFile) {
    guard let path = file.path, restoreMode(file) else { return }
    // Where that fails it stays a claim; the status counts it, and the next pass goes on with it.
    _ = try? claims.putBack(file.place, to: path)
  }

  /// Gives a file its old mode again; false when its inode may be an object by now, and then it must stay
  /// a claim: whoever wrote to it in the inbox would change the object.
  private func restoreMode(_ file: TakenFile) -> Bool {
    guard file.status.owner == Environment.user else { return true }
    guard let now = try? file.file.status(), now.links <= 1 else { return false }
    _ = try? file.file.setMode(file.status.mode)
    return true
  }

  func putBackShare(_ id: CaptureID) {
    let name = RawPath(InboxLayout.shareName(id))
    _ = try? claims.directory.renameNew(name, to: session.open.directory, name)
  }

  func refuseShare(_ id: CaptureID, _ sentence: String) {
    session.refuse(FilePath(InboxLayout.shareName(id)), sentence)
  }

  private func refuse(_ file: TakenFile, _ sentence: String) {
    session.refuse(file.shownPath, sentence)
  }
}

extension CaptureBatch.Outcome {
  var isKept: Bool {
    switch self {
    case .kept, .standing: true
    default: false
    }
  }
}
