internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The file that holds the key of a log.
enum LogKeyFile {
  /// Reads the key; throws `damaged` when it is not there or no key.
  static func read(_ log: Directory) throws(SparkError) -> NoteSigner {
    let name = RawPath(RegisterLayout.key)
    let bytes = try log.contentsIfAny(name, limit: 1 << 16) ?? []
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
    guard let signer = text.flatMap({ NoteSigner(String($0)) }), signer.key.kind == .log else {
      let path = log.full(name)
      throw SparkError(
        .damaged, "read", path, Sentence.trail(.keyUnreadable(path: path.shown)).text)
    }
    return signer
  }

  /// Makes the key, unless another process was first, and writes its public half beside it.
  static func make(_ log: Directory, _ tmp: Directory, identity: String, prefix: String)
    throws(SparkError)
  {
    let fresh = NoteSigner.fresh(name: RegisterLayout.origin(identity), kind: .log)
    // Whoever may write the register may sign for it, and nobody else.
    try put(fresh.text, RegisterLayout.key, mode: 0o660, log, tmp, prefix)
    let key = try read(log).key
    try put(key.text, RegisterLayout.publicKey, mode: 0o444, log, tmp, prefix)
    try log.flush()
  }

  private static func put(
    _ text: String, _ name: String, mode: UInt32, _ log: Directory, _ tmp: Directory,
    _ prefix: String
  ) throws(SparkError) {
    let draft = RawPath("\(prefix),l\(name)")
    try tmp.createAnew(draft, Array("\(text)\n".utf8), mode: mode)
    try tmp.file(draft).flush()
    if try !tmp.renameNew(draft, to: log, RawPath(name)) { try tmp.remove(draft) }
  }
}
