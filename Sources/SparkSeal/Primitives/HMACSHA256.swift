internal import CSodium

/// HMAC-SHA-256 (RFC 2104), and the one-block HKDF-SHA-256 (RFC 5869) that age uses.
///
/// libsodium 1.0.18 has no HKDF; its first block is `HMAC(HMAC(salt, input), info || 1)`.
enum HMACSHA256 {
  static let length = 32

  /// The code of some bytes under a key of any length.
  static func code(_ bytes: some Collection<UInt8>, key: Secret) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = length
      if let base = buffer.baseAddress {
        key.withBytes { run(key: $0, key.count, parts: [Array(bytes)], into: base) }
      }
    }
  }

  /// 32 bytes derived from a secret.
  static func derive(_ input: Secret, salt: [UInt8], info: [UInt8]) -> Secret {
    let middle = Secret(count: length) { out in
      input.withBytes { bytes in
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, salt, salt.count)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(input.count))
        crypto_auth_hmacsha256_final(&state, out)
        sodium_memzero(&state, MemoryLayout.size(ofValue: state))
      }
    }
    return Secret(count: length) { out in
      middle.withBytes { run(key: $0, middle.count, parts: [info, [1]], into: out) }
    }
  }

  private static func run(
    key: UnsafePointer<UInt8>, _ count: Int, parts: [[UInt8]], into out: UnsafeMutablePointer<UInt8>
  ) {
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key, count)
    for part in parts { crypto_auth_hmacsha256_update(&state, part, UInt64(part.count)) }
    crypto_auth_hmacsha256_final(&state, out)
    sodium_memzero(&state, MemoryLayout.size(ofValue: state))
  }
}
