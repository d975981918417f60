internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Opens what an audit is about.
enum AuditPlace {
  /// The register at a path.
  static func open(_ path: RawPath) throws(SparkError) -> RegisterDirectory {
    let refusal = SparkError(
      .malformed, "open", path, Sentence.trail(.audit(.noRegister(path: path.shown))).text)
    do throws(SparkError) {
      guard let register = try RegisterDirectory.open(path) else { throw refusal }
      return register
    } catch {
      // A directory that lacks the others of a register is none.
      guard error.code == .missing || error.code == .wrongKind else { throw error }
      throw refusal
    }
  }

  /// The folder of a log by itself, as it may be handed to whoever must not see the records; nil for
  /// anything else.
  static func bareLog(_ path: RawPath) throws(SparkError) -> Directory? {
    let folder: Directory
    do { folder = try Directory(path: path) } catch {
      if error.code == .missing || error.code == .wrongKind { return nil }
      throw error
    }
    guard try !folder.exists(RawPath(RegisterLayout.version)),
      try folder.exists(RawPath(RegisterLayout.checkpoint))
    else { return nil }
    return folder
  }

  /// The folder of a register's log.
  static func log(_ register: RegisterDirectory) throws(SparkError) -> Directory {
    let name = RawPath(RegisterLayout.log)
    do { return try register.root.directory(name) } catch {
      guard error.code == .missing else { throw error }
      let path = register.root.path
      throw SparkError(
        .malformed, "open", path, Sentence.trail(.audit(.noLog(path: path.shown))).text)
    }
  }

  /// The public key as it lies beside the log; nil when it is not there, or is none.
  static func key(_ log: Directory) throws(SparkError) -> NoteKey? {
    let bytes = try log.contentsIfAny(RawPath(RegisterLayout.publicKey), limit: 1 << 16) ?? []
    guard bytes.last == 0x0A else { return nil }
    let key = NoteKey(String(decoding: bytes.dropLast(), as: UTF8.self))
    return key?.kind == .log ? key : nil
  }

  /// The checkpoint, its signature checked.
  static func checkpoint(_ log: Directory, _ key: NoteKey) throws(SparkError) -> SignedCheckpoint {
    let name = RawPath(RegisterLayout.checkpoint)
    let path = log.full(name)
    guard let bytes = try log.contentsIfAny(name, limit: 1 << 20) else {
      throw SparkError(
        .malformed, "open", path, Sentence.trail(.audit(.noLog(path: log.path.shown))).text)
    }
    do { return try SignedCheckpoint(bytes, key: key) } catch {
      throw SparkError(
        .damaged, "read", path, Sentence.trail(.audit(.badCheckpoint(path: path.shown))).text)
    }
  }
}
