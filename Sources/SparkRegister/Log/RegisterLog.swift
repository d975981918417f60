public import SparkFormat
public import SparkStore
public import SparkSystem

/// The log of a register that is a directory, open to append to it.
///
/// An append commits by making `log/commit/<size>`, which only one writer can: the register's lock saves
/// work and nothing else, so that where locks do not shut each other out the log still cannot fork. All
/// else is made from commits, and whoever finds one that was not finished finishes it.
public final class RegisterLog {
  /// Makes durable what the caller has written into the register; true when that was a flush of the
  /// whole file system, which is one for the log's drafts as well.
  public typealias Flush = () throws(SparkError) -> Bool

  /// The key that signs the checkpoint.
  public let key: NoteKey
  let register: RegisterDirectory
  let log: Directory
  private let signer: NoteSigner
  private let prefix: String
  private let flushesAsOne: Bool
  private var edge = LogEdge()
  private var index: LogIndex
  /// The checkpoint as it stood at the last look.
  public private(set) var checkpoint: SignedCheckpoint

  /// Opens the log of a register; nil when there is none.
  ///
  /// The right edge is computed anew from the tiles and compared with what is signed.
  public static func open(_ register: RegisterDirectory, prefix: String) throws(SparkError)
    -> RegisterLog?
  {
    let log: Directory
    do { log = try register.root.directory(RawPath(RegisterLayout.log)) } catch {
      if error.code == .missing { return nil }
      throw error
    }
    guard try log.exists(RawPath(RegisterLayout.checkpoint)) else { return nil }
    return try RegisterLog(register, log, prefix: prefix)
  }

  init(_ register: RegisterDirectory, _ log: Directory, prefix: String) throws(SparkError) {
    self.register = register
    self.log = log
    self.prefix = prefix
    flushesAsOne = try register.root.fileSystem().flushesAsOne
    signer = try LogKeyFile.read(log)
    key = signer.key
    index = LogIndex(tiles: LogTiles(log: log))
    checkpoint = try Self.signed(log, signer.key)
    try take(checkpoint)
  }

  /// Whether it is the log of this register, which may have been opened anew.
  public func isOf(_ other: RegisterDirectory) throws(SparkError) -> Bool {
    try register.root.status().identity == other.root.status().identity
  }

  /// Looks at the log as it stands, whether it grew or shrank.
  public func lookAgain() throws(SparkError) {
    try whileLocked { () throws(SparkError) in
      let signed = try Self.signed(log, key)
      if signed.size < edge.size || signed.size == edge.size && signed.root != edge.root {
        index = LogIndex(tiles: LogTiles(log: log))
        try take(signed)
      }
      try refresh()
    }
  }

  /// How many entries it has.
  public var size: Int64 { edge.size }

  private static func signed(_ log: Directory, _ key: NoteKey) throws(SparkError)
    -> SignedCheckpoint
  {
    let name = RawPath(RegisterLayout.checkpoint)
    let bytes = try log.contents(name, limit: 1 << 20)
    do { return try SignedCheckpoint(bytes, key: key) } catch {
      throw LogTiles.damaged(log.full(name))
    }
  }

  private func take(_ signed: SignedCheckpoint) throws(SparkError) {
    let edge = try LogEdge(LogTiles(log: log), size: signed.size)
    guard edge.root == signed.root else {
      throw LogTiles.damaged(log.full(RawPath(RegisterLayout.checkpoint)))
    }
    (self.edge, checkpoint) = (edge, signed)
  }

  /// Takes the register's lock where there are locks.
  func whileLocked<Result>(_ body: () throws(SparkError) -> Result) throws(SparkError) -> Result {
    let name = RawPath(RegisterLayout.lock)
    let lock: FileLock
    do { lock = try FileLock(register.root, name, .exclusive) } catch {
      guard error.hasNoLocks else { throw error }
      return try body()
    }
    let result = try body()
    lock.release()
    return result
  }

  /// Looks what others have appended, and finishes what one of them left.
  public func refresh() throws(SparkError) {
    let files = files(isAlone: true)
    while true {
      // A writer whose lock did not hold may have put an older one in its place.
      let signed = try Self.signed(log, key)
      if signed.size > edge.size { try take(signed) }
      guard let commit = try commit(at: edge.size) else { return }
      var next = edge
      let tiles = next.append(commit.entries)
      guard next.root == commit.root.hash else {
        throw LogTiles.damaged(log.full(Self.commitPath(edge.size)))
      }
      let drafts = try draft(next, tiles, nil, files) { false }
      try finish(next, drafts, files)
    }
  }

  private static func commitPath(_ size: Int64) -> RawPath {
    RawPath("\(RegisterLayout.commits)/\(size)")
  }

  private func commit(at size: Int64) throws(SparkError) -> CommitText? {
    let path = Self.commitPath(size)
    guard let bytes = try log.contentsIfAny(path, limit: 1 << 30) else { return nil }
    guard let commit = try? CommitText(parsing: bytes), commit.before == size else {
      throw LogTiles.damaged(log.full(path))
    }
    return commit
  }

  private func files(isAlone: Bool) -> LogFiles {
    LogFiles(
      register: register.root, log: log, tmp: register.tmp, prefix: prefix,
      isAlone: isAlone || !flushesAsOne)
  }

  private func draft(
    _ next: LogEdge, _ tiles: [LogEdge.Tile], _ commit: CommitText?, _ files: LogFiles,
    _ flush: Flush
  ) throws(SparkError) -> LogFiles.Drafts {
    let text = Checkpoint(origin: key.name, size: next.size, root: next.root.octets).text
    let note = SignedNote(text: text, signatures: [signer.sign(text)])
    let drafts = LogFiles.Drafts(tiles: tiles, checkpoint: note.serialized)
    try files.write(drafts, commit, flush)
    return drafts
  }

  private func finish(_ next: LogEdge, _ drafts: LogFiles.Drafts, _ files: LogFiles)
    throws(SparkError)
  {
    try files.place(drafts)
    let standing = try Self.signed(log, key)
    if standing.size < next.size {
      try files.publish()
    } else {
      files.dropCheckpoint()
    }
    do { checkpoint = try SignedCheckpoint(drafts.checkpoint, key: key) } catch {
      throw LogTiles.damaged(log.full(RawPath(RegisterLayout.checkpoint)))
    }
    edge = next
    try files.tidy(drafts, size: edge.size)
  }

  /// Appends entries, each once: one whose record is in the log already keeps its old entry.
  ///
  /// `known` is how long the log was before the record was put in its place, or 0 when it stood there
  /// already; only what came after that is looked through. `flush` makes the records themselves durable
  /// and is called before any entry says that they are there.
  ///
  /// Gives the proof of each, under one checkpoint, durable.
  public func record(
    _ entries: [(entry: TrailEntry, known: Int64)],
    flush: Flush = { () throws(SparkError) in false }
  ) throws(SparkError) -> [TrailProof] {
    try whileLocked { () throws(SparkError) in
      var isFlushed = false
      while true {
        try refresh()
        var places = try index.places(
          of: entries.map { ($0.entry.record, $0.known) }, size: edge.size)
        let new = entries.indices.filter { places[$0] == nil }
        if new.isEmpty {
          if !isFlushed { _ = try flush() }
          return try proofs(places.compactMap { $0 })
        }
        let first = edge.size
        isFlushed = true
        guard try append(new.map { entries[$0].entry.line }, flush: flush) else { continue }
        for (number, place) in new.enumerated() { places[place] = first + Int64(number) }
        return try proofs(places.compactMap { $0 })
      }
    }
  }

  /// Appends at the size that was seen last; false when another writer was first.
  func append(_ lines: [[UInt8]], flush: Flush = { () throws(SparkError) in false })
    throws(SparkError) -> Bool
  {
    let files = files(isAlone: lines.count <= Directory.flushedAloneUpTo)
    var next = edge
    let tiles = next.append(lines)
    let commit = CommitText(before: edge.size, root: next.root.octets, entries: lines)
    let drafts = try draft(next, tiles, commit, files, flush)
    guard try files.commit(drafts, commit) else { return false }
    try finish(next, drafts, files)
    return true
  }

  /// Begins a log: the first entries as one commit, then the checkpoint of the empty log, by which it
  /// counts as one.
  static func begin(
    _ register: RegisterDirectory, _ log: Directory, prefix: String, _ entries: [[UInt8]]
  ) throws(SparkError) {
    let signer = try LogKeyFile.read(log)
    let files = LogFiles(
      register: register.root, log: log, tmp: register.tmp, prefix: prefix, isAlone: true)
    if !entries.isEmpty {
      var edge = LogEdge()
      _ = edge.append(entries)
      try files.commitFirst(CommitText(before: 0, root: edge.root.octets, entries: entries))
    }
    let text = Checkpoint(origin: signer.key.name, size: 0, root: Merkle.empty.octets).text
    let note = SignedNote(text: text, signatures: [signer.sign(text)])
    try files.write(LogFiles.Drafts(checkpoint: note.serialized), nil) { false }
    try files.publishFirst()
  }

  /// What shows that the log, as it was seen last, begins with a smaller one.
  public func consistency(from size: Int64) throws(SparkError) -> [Hash32] {
    try LogReader(LogTiles(log: log), size: checkpoint.size).consistency(from: size)
  }

  /// What witnesses have signed of it.
  public func witnessNotes() throws(SparkError) -> [WitnessNotes.Note] {
    try WitnessNotes(log, key: key).notes
  }

  /// Whether an entry stands at a place in the log as it was seen last.
  public func holds(_ entry: [UInt8], at place: Int64) throws(SparkError) -> Bool {
    guard place >= 0, place < edge.size else { return false }
    return try LogReader(LogTiles(log: log), size: edge.size).leaf(place) == Merkle.leaf(entry)
  }

  private func proofs(_ places: [Int64]) throws(SparkError) -> [TrailProof] {
    let tiles = LogTiles(log: log)
    let reader = LogReader(tiles, size: checkpoint.size)
    var bundles = LogEntries(tiles, size: checkpoint.size)
    var parts: [(place: Int64, hashes: [Octets32], entry: [UInt8])] = []
    parts.reserveCapacity(places.count)
    for place in places {
      parts.append((place, try reader.inclusion(place).map(\.octets), try bundles[place]))
    }
    let found = parts
    return Workers.map(parts.count, context: {}) {
      [key = key.text, note = checkpoint.bytes] _, number in
      let part = found[number]
      let proof = InclusionProof(index: part.place, hashes: part.hashes, checkpoint: note)
      return TrailProof(key: key, entry: part.entry, proof: proof.serialized)
    }
  }
}
