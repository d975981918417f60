internal import SparkFormat
internal import SparkSystem

/// What a file that is to be added holds.
struct KeyImport {
  var statements: [Statement] = []
  /// The secrets of an export, by generation.
  var keyring: Keyring?
  /// Identities whose generation the statements tell.
  var identities: [Identity] = []
  /// What the file was protected by.
  var passphrase: [UInt8]?

  /// Whether it holds statements alone.
  var isStatements: Bool { keyring == nil && identities.isEmpty }

  /// Reads statements, an export, a keyring or an age identity file; asks for a passphrase where one
  /// protects it.
  init(_ bytes: [UInt8], _ path: RawPath, _ ask: PassphraseAsker) throws(SparkError) {
    if StatementRecord.begins(bytes) {
      for record in StatementRecord.split(bytes) {
        statements.append(try Self.statement(record, path))
      }
    } else if bytes.starts(with: "age-encryption.org/".utf8) || Armor.begins(bytes) {
      let passphrase = try ask(.file(path))
      var opened = try OpenKeyring.open(bytes, path, passphrase)
      defer { opened.wipe() }
      try readSecrets(opened, path)
      self.passphrase = passphrase
    } else {
      try readSecrets(bytes, path)
    }
  }

  private mutating func readSecrets(_ bytes: [UInt8], _ path: RawPath) throws(SparkError) {
    do throws(KeyFault) {
      if bytes.starts(with: KeyExport.format.utf8) {
        let export = try KeyExport(parsing: bytes)
        statements = export.chain.statements
        keyring = export.keyring
        return
      }
      if bytes.starts(with: Keyring.format.utf8) {
        keyring = try Keyring(parsing: bytes)
        return
      }
    } catch {
      if case .unreadable = error { throw OpenKeyring.damaged(path, error) }
      throw error.error("read", path)
    }
    try readIdentities(bytes, path)
  }

  private mutating func readIdentities(_ bytes: [UInt8], _ path: RawPath) throws(SparkError) {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.first != 0x23 {
      guard let text = String(validating: line, as: UTF8.self),
        let identity = try? Identity(parsing: text)
      else { throw SparkError(.malformed, "read", path, .nothingToAdd(path: path.display)) }
      identities.append(identity)
    }
    if identities.isEmpty {
      throw SparkError(.malformed, "read", path, .nothingToAdd(path: path.display))
    }
  }

  private static func statement(_ bytes: [UInt8], _ path: RawPath) throws(SparkError) -> Statement {
    do { return try Statement(checking: bytes) } catch { throw error.error("read", path) }
  }
}
