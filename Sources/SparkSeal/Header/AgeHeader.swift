internal import CSodium

/// The head of an age file: its stanzas and the code over them.
public struct AgeHeader: Hashable, Sendable {
  /// The stanzas, in order; the unknown ones too.
  public let stanzas: [Stanza]
  /// The code over everything before it, 32 bytes.
  public let code: [UInt8]
  /// The header's length in bytes; the payload begins there.
  public let length: Int
  /// The bytes that the code is over.
  let coded: [UInt8]

  static let version = Array("age-encryption.org/v1\n".utf8)
  static let end = Array("---".utf8)

  /// Makes the header of a new file.
  init(stanzas: [Stanza], fileKey: FileKey) {
    coded = Self.version + stanzas.flatMap(\.encoded) + Self.end
    code = HMACSHA256.code(coded, key: fileKey.headerKey)
    length = coded.count + 45
    self.stanzas = stanzas
  }

  init(stanzas: [Stanza], code: [UInt8]) {
    coded = Self.version + stanzas.flatMap(\.encoded) + Self.end
    self.code = code
    length = coded.count + 45
    self.stanzas = stanzas
  }

  /// The whole header, ended by its line feed.
  public var encoded: [UInt8] { coded + [0x20] + Base64.encode(code) + [0x0a] }

  /// Whether the code is the one that this file key makes.
  func isAuthentic(_ fileKey: FileKey) -> Bool {
    let right = HMACSHA256.code(coded, key: fileKey.headerKey)
    return right.count == code.count && sodium_memcmp(right, code, code.count) == 0
  }

  /// The file key, from the first stanza that one of the identities opens; checked against the code.
  func fileKey(_ identities: [Identity]) throws(SealError) -> FileKey {
    try checkPassphraseIsAlone()
    for identity in identities {
      for stanza in stanzas {
        guard let key = try identity.unwrap(stanza) else { continue }
        guard isAuthentic(key) else { throw .code }
        return key
      }
    }
    throw .noMatch
  }

  /// The file key, from the one stanza of a file with a passphrase.
  func fileKey(passphrase: Passphrase) throws(SealError) -> FileKey {
    try checkPassphraseIsAlone()
    for stanza in stanzas {
      guard let key = try passphrase.unwrap(stanza) else { continue }
      guard isAuthentic(key) else { throw .code }
      return key
    }
    throw .noMatch
  }

  private func checkPassphraseIsAlone() throws(SealError) {
    if stanzas.count > 1, stanzas.contains(where: { $0.type == Passphrase.type }) {
      throw .header("a passphrase is not the only way in")
    }
  }
}
