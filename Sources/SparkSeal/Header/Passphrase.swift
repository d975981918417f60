internal import CSodium

/// A passphrase as a way into a file, made slow to guess by scrypt.
struct Passphrase: Sendable {
  static let type = "scrypt"
  static let label = Array("age-encryption.org/v1/scrypt".utf8)
  static let saltLength = 16
  /// More would take more than 4 GiB of memory; age sets the same bound.
  static let highestFactor = 22

  private let secret: Secret

  init(_ bytes: [UInt8]) throws(SealError) {
    guard !bytes.isEmpty else { throw .header("the passphrase is empty") }
    secret = Secret(copying: bytes)
  }

  /// The stanza that gives the file key to whoever knows the passphrase.
  func wrap(_ fileKey: FileKey, workFactor: Int) throws(SealError) -> Stanza {
    guard (1...Self.highestFactor).contains(workFactor) else {
      throw .header("the work factor \(workFactor) is not between 1 and \(Self.highestFactor)")
    }
    let salt = Secret.random(Self.saltLength).withBytes {
      Array(UnsafeBufferPointer(start: $0, count: Self.saltLength))
    }
    let key = try key(salt: salt, workFactor: workFactor)
    return Stanza(
      type: Self.type,
      arguments: [String(decoding: Base64.encode(salt), as: UTF8.self), String(workFactor)],
      body: fileKey.wrapped(under: key))
  }

  /// The file key in a stanza; nil where the stanza is another's or the passphrase is wrong.
  func unwrap(_ stanza: Stanza) throws(SealError) -> FileKey? {
    guard stanza.type == Self.type else { return nil }
    guard stanza.arguments.count == 2, let salt = Base64.decode(stanza.arguments[0].utf8),
      salt.count == Self.saltLength, stanza.body.count == FileKey.wrappedLength,
      let factor = Self.factor(stanza.arguments[1])
    else { throw .header("a scrypt stanza is malformed") }
    guard factor <= Self.highestFactor else {
      throw .header("its work factor is more than \(Self.highestFactor)")
    }
    return FileKey(unwrapping: stanza.body, under: try key(salt: salt, workFactor: factor))
  }

  /// A number without sign, leading zero or anything else around it.
  private static func factor(_ text: String) -> Int? {
    guard text.utf8.first != UInt8(ascii: "0"), !text.utf8.isEmpty, text.utf8.count < 10,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private func key(salt: [UInt8], workFactor: Int) throws(SealError) -> Secret {
    let salt = Self.label + salt
    var result: Int32 = -1
    let key = Secret(count: 32) { out in
      result = secret.withBytes { bytes in
        crypto_pwhash_scryptsalsa208sha256_ll(
          bytes, secret.count, salt, salt.count, 1 << UInt64(workFactor), 8, 1, out, 32)
      }
    }
    guard result == 0 else { throw .header("there is not enough memory for its work factor") }
    return key
  }
}
