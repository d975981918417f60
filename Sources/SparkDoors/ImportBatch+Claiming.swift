internal import SparkFormat
internal import SparkStore
internal import SparkSystem

// Claiming: from a name in the inbox to an open file that is under its own id, and the claims that a crash
// has left.
extension ImportBatch {
  func claim(_ unit: ReadyUnit) -> [TakenFile] {
    let candidate = unit.candidate
    switch unit.kind {
    case .file(let file, let status, let leased):
      do throws(SparkError) {
        return try claimFile(candidate, file, status, leased).map { [$0] } ?? []
      } catch {
        session.refuse(candidate.path, ImportSession.sentence(error))
        return []
      }
    case .share(let id):
      do throws(SparkError) {
        let name = RawPath(InboxLayout.shareName(id))
        guard
          try candidate.parent.renameNew(
            RawPath(candidate.name), to: claims.directory, name)
        else {
          session.refuse(candidate.path, Sentence.shareKnown.text)
          return []
        }
      } catch {
        if error.code != .missing { session.refuse(candidate.path, ImportSession.sentence(error)) }
        return []
      }
      return reopenShare(id)
    }
  }

  private func claimFile(
    _ candidate: Candidate, _ file: HeldDescriptor, _ status: FileStatus, _ leased: Bool
  ) throws(SparkError) -> TakenFile? {
    let id = CaptureID.fresh()
    guard let place = try claims.claim(candidate, as: id), let descriptor = file.take() else {
      return nil
    }
    session.quiet.forget(candidate.path)
    let standing = try place.directory.status(place.name)
    let taken = TakenFile(
      id: id, path: candidate.path, file: descriptor, status: status, leased: leased, place: place)
    if standing.identity == status.identity { return taken }
    // Another file took the name between the look and the rename: it has not been quiet yet.
    session.wait(candidate.path, after: Int(Quiet.leasedSeconds) * 1000)
    _ = try claims.putBack(place, to: candidate.path)
    return nil
  }

  private func openShare(_ id: CaptureID) throws(SparkError) -> [TakenFile] {
    let name = InboxLayout.shareName(id)
    let directory = try claims.directory.directory(RawPath(name))
    if try !directory.exists(RawPath(InboxLayout.shareRecord)) {
      // Its captures are kept; only the folder could not be removed.
      removeShare(directory, RawPath(name), files: 0)
      return []
    }
    let reader = ShareReader(directory: directory)
    let (record, bytes) = try reader.record(expecting: Array(name.utf8))
    try reader.refuseOthers(record)
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
      files.append(
        TakenFile(share: share, place: place, file: file, status: status, leased: leased))
    }
    if files.isEmpty { removeShare(directory, share.name, files: record.files.count) }
    return files
  }

  private func reopenShare(_ id: CaptureID) -> [TakenFile] {
    do throws(SparkError) { return try openShare(id) } catch {
      refuseShare(id, error.code == .malformed ? error.message : ImportSession.sentence(error))
      putBackShare(id)
      return []
    }
  }

  func reopen(_ leftover: Claims.Leftover) -> [TakenFile] {
    switch leftover {
    case .share(let id): return reopenShare(id)
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
    guard status.kind == .regular else {
      // Another thing took the file's name just before the claim.
      _ = try claims.putBack(place, to: path)
      return nil
    }
    let leased = session.open.provesLeases && file.takeLease()
    if !leased, session.open.provesLeases, status.owner == Environment.user {
      // A writer that waited for the claim's lease has it open now.
      session.wait(path, after: Int(Quiet.leasedSeconds) * 1000)
      return nil
    }
    return TakenFile(id: id, path: path, file: file, status: status, leased: leased, place: place)
  }

  /// Each claim's id must survive before anything stands under it in the store: else a source could come
  /// back under a second id.
  func flushClaims(_ taken: [TakenFile], _ ready: [ReadyUnit]) throws(SparkError) {
    if taken.isEmpty { return }
    var parents: [ObjectIdentifier: Directory] = [:]
    for unit in ready { parents[ObjectIdentifier(unit.candidate.parent)] = unit.candidate.parent }
    // With many folders one flush of everything is the faster way.
    if parents.count > 4 || taken.contains(where: { $0.place.nest != nil }) {
      return try session.open.directory.flushFileSystem()
    }
    try claims.directory.flush()
    for parent in parents.values { try parent.flush() }
  }
}
