internal import CSodium

/// The 16 random bytes that one file's header carries wrapped; never used for a second file.
struct FileKey: Sendable {
  static let length = 16
  /// A wrapped file key: the key and a code of 16 bytes.
  static let wrappedLength = 32
  let secret: Secret

  /// A new one.
  static func fresh() -> FileKey { FileKey(secret: .random(length)) }

  /// Encrypts it under a key that is used this once, so that the nonce may be zero.
  func wrapped(under key: Secret) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.wrappedLength) { buffer, count in
      key.withBytes { key in
        secret.withBytes { bytes in
          _ = crypto_aead_chacha20poly1305_ietf_encrypt(
            buffer.baseAddress.unsafelyUnwrapped, nil, bytes, UInt64(Self.length), nil, 0, nil,
            Self.zeroNonce, key)
        }
      }
      count = Self.wrappedLength
    }
  }

  /// Decrypts one; nil when the key or the length is another.
  init?(unwrapping body: [UInt8], under key: Secret) {
    guard body.count == Self.wrappedLength else { return nil }
    var result: Int32 = -1
    let opened = Secret(count: Self.length) { out in
      key.withBytes { key in
        result = crypto_aead_chacha20poly1305_ietf_decrypt(
          out, nil, nil, body, UInt64(body.count), nil, 0, Self.zeroNonce, key)
      }
    }
    guard result == 0 else { return nil }
    secret = opened
  }

  init(secret: Secret) { self.secret = secret }

  /// The key that authenticates the header.
  var headerKey: Secret { HMACSHA256.derive(secret, salt: [], info: Array("header".utf8)) }

  private static let zeroNonce = [UInt8](repeating: 0, count: 12)
}
