internal import SparkFormat
public import SparkStore
public import SparkSystem

/// A witness: a key that signs the checkpoints of logs, each only if the log goes on from the last one.
public struct Witness {
  private let folder: Directory
  private let name: RawPath
  private let signer: NoteSigner

  /// The public half.
  public var key: NoteKey { signer.key }

  /// Makes a key in a new file, durably; throws `exists` when there is one.
  public static func make(_ path: RawPath, name: String) throws(SparkError) -> NoteKey {
    guard NoteSignature.isName(name) else {
      throw SparkError(.malformed, "make", path, Sentence.trail(.audit(.badName)).text)
    }
    let (folder, file) = try open(path)
    let signer = NoteSigner.fresh(name: name, kind: .witness)
    let draft = RawPath(".\(CaptureID.fresh().text).new")
    let text = Array("\(signer.text)\n".utf8)
    do throws(SparkError) {
      try folder.create(draft, text, mode: 0o600)
      try folder.file(draft).flush()
      guard try folder.renameNew(draft, to: folder, file) else {
        throw SparkError("make", path, errno: SparkError.nameTaken)
      }
      try folder.flush()
    } catch {
      _ = try? folder.remove(draft)
      throw error
    }
    return signer.key
  }

  private static func open(_ path: RawPath) throws(SparkError) -> (Directory, RawPath) {
    let bytes = Environment.absolute(path).bytes
    let cut = bytes.lastIndex(of: UInt8(ascii: "/")) ?? bytes.startIndex
    return (try Directory(path: RawPath(bytes[...cut])), RawPath(bytes[(cut + 1)...]))
  }

  /// Reads the key from its file.
  public init(_ path: RawPath) throws(SparkError) {
    (folder, name) = try Self.open(path)
    let bytes = try folder.contents(name, limit: 1 << 16)
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
    guard let signer = line.flatMap({ NoteSigner(String($0)) }), signer.key.kind == .witness else {
      throw SparkError(
        .malformed, "read", path, Sentence.trail(.audit(.noWitnessKey(path: path.shown))).text)
    }
    self.signer = signer
  }

  /// A checkpoint with this witness's signature.
  public struct Signed: Sendable {
    /// What was signed.
    public let checkpoint: SignedCheckpoint
    /// The log's key.
    public let log: NoteKey
    /// Whether the log was seen for the first time.
    public let isFirst: Bool
    /// The note with the signatures of the log and of the witness.
    public let note: [UInt8]
  }

  /// Signs the checkpoint of a register's log as it is now, and gives it to `give` while nobody else signs
  /// with this key.
  ///
  /// What was seen is durable before that. Throws `refused` with a sentence for a log that is not the one
  /// that this witness has seen.
  public func sign(
    _ register: RawPath, to give: (Signed, RegisterDirectory) throws(SparkError) -> Void
  ) throws(SparkError) {
    let register = try AuditPlace.open(register)
    let log = try AuditPlace.log(register)
    let lock = try FileLock(folder, name, .exclusive)
    var seen = try seen()
    let place = log.full(RawPath(RegisterLayout.publicKey))
    guard let standing = try AuditPlace.key(log) else {
      throw SparkError(
        .damaged, "read", place, Sentence.trail(.audit(.noKey(path: place.shown))).text)
    }
    let known = seen.logs[standing.name]
    if let known, known.key != standing {
      throw refusal(log, .witnessOtherKey(origin: known.key.name))
    }
    let signed = try AuditPlace.checkpoint(log, standing)
    try check(signed, log, against: known?.signed)
    if known.map({ $0.signed.size < signed.size }) ?? true {
      seen.remember(signed, standing)
      try folder.replaceDurably(
        seenName, seen.serialized, temporary: folder, unique: ".\(CaptureID.fresh().text).new")
    }
    let note = try cosigned(signed, standing)
    try give(
      Signed(checkpoint: signed, log: standing, isFirst: known == nil, note: note), register)
    lock.release()
  }

  private var seenName: RawPath { RawPath(name.bytes + Array(".seen".utf8)) }

  private func seen() throws(SparkError) -> WitnessSeen {
    guard let bytes = try folder.contentsIfAny(seenName, limit: 16 << 20) else {
      return WitnessSeen()
    }
    guard let seen = WitnessSeen(bytes) else {
      let path = folder.full(seenName)
      throw SparkError(
        .damaged, "read", path, Sentence.trail(.audit(.seenUnreadable(path: path.shown))).text)
    }
    return seen
  }

  private func refusal(_ log: Directory, _ sentence: AuditSentence) -> SparkError {
    SparkError(.refused, "sign", log.path, Sentence.trail(.audit(sentence)).text)
  }

  /// Throws unless the log is what its checkpoint says at its right edge, and goes on from what was seen.
  private func check(_ signed: SignedCheckpoint, _ log: Directory, against seen: SignedCheckpoint?)
    throws(SparkError)
  {
    let origin = signed.checkpoint.origin
    if let seen, signed.size < seen.size {
      throw refusal(
        log, .witnessRolledBack(origin: origin, size: signed.size, seen: seen.size))
    }
    let tiles = LogTiles(log: log)
    do throws(SparkError) {
      let isRight = try LogEdge(tiles, size: signed.size).root == signed.root
      guard let seen else {
        if isRight { return }
        throw tiles.damaged(RegisterLayout.checkpoint)
      }
      let proof = try LogReader(tiles, size: signed.size).consistency(from: seen.size)
      if isRight,
        Merkle.isConsistent(seen.size, seen.root, signed.size, signed.root, proof)
      {
        return
      }
    } catch {
      // What cannot be shown is not so; a disk that cannot be read is another matter.
      guard error.code == .damaged else { throw error }
    }
    throw refusal(log, .witnessForked(origin: origin))
  }

  /// The log's own signature and this witness's; those of others are theirs to give.
  private func cosigned(_ signed: SignedCheckpoint, _ log: NoteKey) throws(SparkError) -> [UInt8] {
    let note: SignedNote
    do { note = try SignedNote(parsing: signed.bytes) } catch {
      throw refusal(folder, .witnessForked(origin: log.name))
    }
    let own = note.signatures.filter { $0.name == log.name && $0.keyID == log.id }
    let mine = signer.sign(note.text, time: Clock.now().seconds)
    return SignedNote(text: note.text, signatures: own + [mine]).serialized
  }

  /// Puts a signed checkpoint where all who read the register find it, durably; returns its path below the
  /// register.
  public func publish(_ signed: Signed, in register: RegisterDirectory) throws(SparkError)
    -> String
  {
    let log = try AuditPlace.log(register)
    let folder = RawPath(RegisterLayout.witnesses)
    if try log.makeDirectory(folder, mode: 0o777) { try log.flush() }
    let prefix = "\(CaptureID.fresh().text),\(CaptureID.fresh().text)"
    let lock = try register.holdDrafts(prefix)
    let id = Self.hex(key.id)
    try log.directory(folder).replaceDurably(
      RawPath(id), signed.note, mode: 0o444, temporary: register.tmp, unique: "\(prefix),w")
    try register.releaseDrafts(prefix)
    lock.release()
    return "\(RegisterLayout.log)/\(RegisterLayout.witness(id))"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    Hash32.appendHex(bytes, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }
}
