internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Opens what a scan has met and decides what is ready to be taken.
///
/// Needs no lock: the claim's rename decides later who has it.
struct ImportLook {
  let session: ImportSession

  /// Opens a file and decides whether it is quiet; nil when it is not ready, which the report then says.
  func file(_ candidate: Candidate) throws(SparkError) -> ReadyUnit? {
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
    if status.size == 0, candidate.isPlaceholder {
      session.wait(candidate.path, .unfinishedName)
      return nil
    }
    switch session.quiet.decide(
      file, status, candidate.path, provesLeases: session.open.provesLeases)
    {
    case .wait(let milliseconds):
      session.wait(candidate.path, after: milliseconds)
      return nil
    case .ready(let leased):
      return ReadyUnit(
        candidate: candidate, kind: .file(HeldDescriptor(file), status, leased: leased),
        size: status.size)
    }
  }

  /// Reads a share's record and looks at its files; nil when it cannot be read, which the report says.
  func share(_ candidate: Candidate) -> ReadyUnit? {
    do throws(SparkError) {
      let directory = try candidate.parent.directory(RawPath(candidate.name))
      let reader = ShareReader(directory: directory)
      let (record, bytes) = try reader.record(expecting: candidate.name)
      // In any month: a share tells its own time, and a second truth of one id would never be sent. A sealed
      // truth is silent about its share; there the tags of the files are compared when they are kept.
      if let known = try Captures(session.tree).find(record.id), !known.record.isSealed,
        known.record.shareRecord != Digest(Blake2b256.hash(bytes))
      {
        session.refuse(candidate.path, Sentence.shareKnown.text)
        return nil
      }
      return ReadyUnit(
        candidate: candidate, kind: .share(record.id), size: try reader.check(record))
    } catch {
      if error.code == .missing { return nil }
      session.refuse(
        candidate.path,
        error.code == .malformed ? error.message : Sentence.shareUnreadable(why: error.reason).text)
      return nil
    }
  }
}
