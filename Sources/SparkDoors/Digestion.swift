internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Hashes claimed files on all processors and makes drafts of them, copying those that cannot be adopted.
struct Digestion: Sendable {
  let tree: EndpointTree
  let inbox: String
  let zone: String?
  /// Whether a file's own inode may become the object: both lie on one file system.
  let adopts: Bool
  /// Whether drafts may hold a descriptor each: not for a share of thousands.
  let staysOpen: Bool

  /// What became of one file.
  enum Outcome: Sendable {
    case draft(CaptureDraft)
    /// It changed while it was read.
    case changed
    case failed(SparkError)
  }

  func digest(_ files: [TakenFile]) -> [Outcome] {
    Workers.map(files.count, context: ByteStream.init) { stream, place in
      do throws(SparkError) { return try digest(files[place], stream) } catch {
        return .failed(error)
      }
    }
  }

  private func digest(_ taken: TakenFile, _ stream: ByteStream) throws(SparkError) -> Outcome {
    // A second name that came since the look would let others write to the object.
    guard adopts, taken.mayBeAdopted, try taken.file.status().links == 1 else {
      return try copy(taken, stream)
    }
    return try adopt(taken, stream)
  }

  private func adopt(_ taken: TakenFile, _ stream: ByteStream) throws(SparkError) -> Outcome {
    // From here on nobody else can open it for writing; the lease tells of those who came before.
    try taken.file.setMode(0o444)
    let result = try stream.hash(taken.file, limit: taken.status.size)
    let after = try taken.file.status()
    guard after.size == taken.status.size, after.modified == taken.status.modified,
      result.size == after.size
    else { return .changed }
    return .draft(
      try CaptureDraft(
        record(taken, result), in: tree, source: .adopted(taken.place.directory, taken.place.name),
        staysOpen: staysOpen,
        isIntact: { taken.isIntact },
        settle: { alone throws(SparkError) in
          if alone { try taken.file.flush() } else { try taken.file.waitWritten() }
        }))
  }

  private func copy(_ taken: TakenFile, _ stream: ByteStream) throws(SparkError) -> Outcome {
    let before = try taken.file.status()
    let name = RawPath("\(taken.id.text).bytes")
    try tree.tmp.remove(name)
    let target = try tree.tmp.newFile(name, mode: 0o444)
    do throws(SparkError) {
      let outcome = try copy(taken, to: target, name, before, stream)
      if case .changed = outcome { try tree.tmp.remove(name) }
      return outcome
    } catch {
      _ = try? tree.tmp.remove(name)
      throw error
    }
  }

  private func copy(
    _ taken: TakenFile, to target: borrowing Descriptor, _ name: RawPath, _ before: FileStatus,
    _ stream: ByteStream
  ) throws(SparkError) -> Outcome {
    let result = try stream.copy(taken.file, to: target, size: before.size)
    guard try taken.file.status().isUnchanged(since: before), result.size == before.size,
      before.size == taken.status.size, before.modified == taken.status.modified, taken.isIntact
    else { return .changed }
    return .draft(
      try CaptureDraft(
        record(taken, result), in: tree, source: .copied(name), staysOpen: staysOpen,
        settle: { [tree] alone throws(SparkError) in
          if alone { try tree.tmp.file(name).flush() }
        }))
  }

  private func record(_ taken: TakenFile, _ result: ByteStream.Result) -> CaptureRecord {
    let share = taken.share
    let time = share?.record.time ?? Timestamp(taken.status.modified)
    return CaptureRecord(
      id: taken.id, time: time, zone: share?.record.zone ?? zone ?? String(time.text.suffix(6)),
      name: taken.name, folder: taken.path?.parent, type: taken.type ?? MediaType.guess(taken.name),
      size: result.size, object: Digest(result.digest), inbox: inbox, share: share?.record.id,
      shareRecord: share?.digest, crumb: nil)
  }
}
