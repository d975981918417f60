internal import CSodium
public import SparkFormat

/// An organisation's root key (Ed25519), which signs the statements of its key generations.
public struct RootKey: Equatable, Sendable {
  /// The secret, 32 bytes.
  public let seed: [UInt8]
  /// The public half, by which everybody knows the organisation.
  public let publicKey: Octets32
  private let secret: [UInt8]

  /// Makes the key of its secret.
  public init(seed: Octets32) {
    self.seed = seed.bytes
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_SECRETKEYBYTES))
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_PUBLICKEYBYTES))
    crypto_sign_ed25519_seed_keypair(&publicKey, &secret, self.seed)
    self.publicKey = Octets32(publicKey)
    self.secret = secret
  }

  /// Makes a key that nobody has.
  public static func fresh() -> RootKey { RootKey(seed: .random()) }

  /// The signature over some bytes, 64 bytes.
  public func sign(_ bytes: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_BYTES))
    crypto_sign_ed25519_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
    return signature
  }

  /// Whether a signature over some bytes was made with the secret of a public key.
  static func verifies(_ signature: [UInt8], of bytes: [UInt8], by root: Octets32) -> Bool {
    guard signature.count == Int(crypto_sign_ed25519_BYTES) else { return false }
    return crypto_sign_ed25519_verify_detached(
      signature, bytes, UInt64(bytes.count), root.bytes) == 0
  }
}

extension Octets32 {
  /// Thirty-two bytes that nobody can guess.
  static func random() -> Octets32 {
    var bytes = [UInt8](repeating: 0, count: 32)
    randombytes_buf(&bytes, bytes.count)
    return Octets32(bytes)
  }
}
