internal import CSodium
public import SparkFormat
internal import SparkSystem

/// An organisation's root key (Ed25519), which signs the statements of its key generations.
public struct RootKey: Equatable, Sendable {
  /// The secret, 32 bytes.
  public let seed: [UInt8]
  /// The public half, by which everybody knows the organisation.
  public let publicKey: Octets32
  private let key: Ed25519

  /// Makes the key of its secret.
  public init(seed: Octets32) {
    self.seed = seed.bytes
    key = Ed25519(seed: seed.bytes)
    publicKey = Octets32(key.publicKey)
  }

  /// Makes a key that nobody has.
  public static func fresh() -> RootKey { RootKey(seed: .random()) }

  /// The signature over some bytes, 64 bytes.
  public func sign(_ bytes: [UInt8]) -> [UInt8] { key.sign(bytes) }

  /// Whether a signature over some bytes was made with the secret of a public key.
  static func verifies(_ signature: [UInt8], of bytes: [UInt8], by root: Octets32) -> Bool {
    Ed25519.verifies(signature, of: bytes, by: root.bytes)
  }

  /// Equal when the secrets are.
  public static func == (left: RootKey, right: RootKey) -> Bool { left.seed == right.seed }
}

extension Octets32 {
  /// Thirty-two bytes that nobody can guess.
  static func random() -> Octets32 {
    var bytes = [UInt8](repeating: 0, count: 32)
    randombytes_buf(&bytes, bytes.count)
    return Octets32(bytes)
  }
}
