internal import SparkFormat
internal import SparkStore
public import SparkSystem

/// Finds what no record of a register names.
public struct Orphans {
  /// The register.
  let register: RegisterDirectory

  /// Opens the register at a path; throws `malformed` when there is none.
  public init(_ path: RawPath) throws(SparkError) { register = try AuditPlace.open(path) }

  /// All of them, by path.
  ///
  /// Objects are listed before the records are read, so that what is recorded meanwhile is named by then.
  public func all() throws(SparkError) -> [Orphan] {
    var found: [(digest: Digest, orphan: Orphan)] = []
    for shard in try register.objects.textNames() {
      guard let folder = try? register.objects.directory(RawPath(shard)) else { continue }
      for name in try folder.textNames() {
        guard let digest = Digest(hex: name),
          let orphan = try orphan(folder, name, "\(RegisterLayout.objects)/\(shard)/\(name)")
        else { continue }
        found.append((digest, orphan))
      }
    }
    let named = try self.named()
    return try found.filter { !named.contains($0.digest) }.map(\.orphan) + drafts()
  }

  private func orphan(_ folder: Directory, _ name: String, _ path: String) throws(SparkError)
    -> Orphan?
  {
    guard let status = try folder.statusIfAny(RawPath(name)), status.kind == .regular else {
      return nil
    }
    return Orphan(path: path, bytes: status.size, time: status.modified)
  }

  /// The objects that records name; throws `damaged` when a record cannot be read.
  func named() throws(SparkError) -> Set<Digest> {
    let pieces = try RecordFolders(register).pieces
    let isSealed = register.isSealed
    let results = Workers.map(pieces.count, context: { SmallFiles() }) { files, place in
      Result { () throws(SparkError) in try Self.named(pieces[place], isSealed: isSealed, files) }
    }
    var all: Set<Digest> = []
    for result in results { all.formUnion(try result.get()) }
    return all
  }

  private static func named(_ piece: RecordFolders.Piece, isSealed: Bool, _ files: SmallFiles)
    throws(SparkError) -> [Digest]
  {
    var all: [Digest] = []
    for name in piece.names {
      let file = try piece.folder.file(RawPath(name))
      let bytes = try files.contents(file, limit: RegisterLanding.momentLimit).bytes
      let object: Digest?
      if isSealed {
        object = StandingRecords.mark(of: bytes)?.object
      } else {
        let truth = try? CaptureRecord(parsing: bytes)
        object = truth?.object
        if let share = truth?.shareRecord { all.append(share) }
      }
      guard let object else {
        throw SparkError(
          .damaged, "read", file.path,
          Sentence.trail(.audit(.unknownOrphans(path: file.path.shown))).text)
      }
      all.append(object)
    }
    return all
  }

  /// Drafts whose writer no longer lives.
  private func drafts() throws(SparkError) -> [Orphan] {
    var all: [Orphan] = []
    var living: [String: Bool] = [:]
    for name in try register.tmp.textNames() {
      let owner = name.split(separator: ",").prefix(2).joined(separator: ",")
      if living[owner] == nil {
        living[owner] = try LivingSenders.lives(register, owner)
      }
      if living[owner] == true { continue }
      if let orphan = try orphan(register.tmp, name, "\(RegisterLayout.tmp)/\(name)") {
        all.append(orphan)
      }
    }
    return all
  }
}
