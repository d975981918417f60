internal import CSodium

/// Ed25519 (RFC 8032): one seed signs, its public half checks.
public struct Ed25519: Sendable {
  /// The lengths in bytes.
  public static let seedLength = 32
  /// The length of a signature in bytes.
  public static let signatureLength = 64

  /// The public half, 32 bytes.
  public let publicKey: [UInt8]
  private let secret: [UInt8]

  /// Makes the key of a seed of 32 bytes; any other number of them is a programming error.
  public init(seed: [UInt8]) {
    precondition(seed.count == Self.seedLength, "a seed has 32 bytes")
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_SECRETKEYBYTES))
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_ed25519_PUBLICKEYBYTES))
    crypto_sign_ed25519_seed_keypair(&publicKey, &secret, seed)
    self.publicKey = publicKey
    self.secret = secret
  }

  /// A seed that nobody can guess.
  public static func freshSeed() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: seedLength)
    randombytes_buf(&bytes, bytes.count)
    return bytes
  }

  /// The signature over some bytes, 64 bytes.
  public func sign(_ bytes: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Self.signatureLength)
    crypto_sign_ed25519_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
    return signature
  }

  /// Whether a signature over some bytes was made with the secret of a public key.
  public static func verifies(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8])
    -> Bool
  {
    guard signature.count == signatureLength, publicKey.count == 32 else { return false }
    return crypto_sign_ed25519_verify_detached(
      signature, bytes, UInt64(bytes.count), publicKey) == 0
  }
}
