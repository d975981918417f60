internal import SparkFormat
public import SparkSystem

extension KeyStore {
  /// Writes the statements and all secrets to a new file under a passphrase of its own, durably.
  ///
  /// The file opens with plain `age -d`, and what it holds is an age identity file.
  public func export(to path: RawPath, armored: Bool, _ ask: PassphraseAsker) throws(SparkError) {
    let path = Environment.absolute(path)
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return }
    let parent = slash == path.bytes.startIndex ? RawPath("/") : RawPath(path.bytes[..<slash])
    let target = try Directory(path: parent)
    let name = RawPath(path.bytes[(slash + 1)...])
    if name.bytes.isEmpty { throw SparkError("write", path, errno: SparkError.isDirectory) }
    // Before anybody is asked for anything.
    if try target.exists(name) { throw fileThere(path) }
    let bytes = try exported(path, armored: armored, ask)
    let draft = RawPath(ConfigLayout.draft("spark-export-\(Octets32.random().hex.prefix(16))"))
    let file = try target.newFile(draft, mode: 0o600)
    do throws(SparkError) {
      try file.write(bytes)
      try file.flush()
      guard try target.renameNew(draft, to: target, name) else { throw fileThere(path) }
    } catch {
      _ = try? target.remove(draft)
      throw error
    }
    try target.flush()
  }

  private func exported(_ path: RawPath, armored: Bool, _ ask: PassphraseAsker) throws(SparkError)
    -> [UInt8]
  {
    let chain = try chain()
    guard !chain.statements.isEmpty else { throw refusal(.noKeyYet(name: name)) }
    guard let directory = try directoryIfAny(), let open = try openKeyring(directory, ask) else {
      throw refusal(.noSecrets(name: name))
    }
    try check(open.keyring, chain)
    let export = KeyExport(keyring: open.keyring, chain: chain)
    let sealed = try open.sealed(export.serialized, passphrase: ask(.newFile(path)))
    return armored ? Armor.encode(sealed) : sealed
  }

  private func fileThere(_ path: RawPath) -> SparkError {
    SparkError(.exists, "write", path, .fileThere(path: path.display))
  }
}
