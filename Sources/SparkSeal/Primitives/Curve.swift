internal import CSodium

/// X25519 (RFC 7748).
enum Curve {
  static let length = 32

  /// The point that belongs to a secret number.
  static func point(of secret: Secret) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      if let out = buffer.baseAddress {
        _ = secret.withBytes { crypto_scalarmult_curve25519_base(out, $0) }
      }
      count = length
    }
  }

  /// What both sides share; nil where the point is of low order, so that everyone would share it.
  static func shared(_ secret: Secret, _ point: [UInt8]) -> Secret? {
    guard point.count == length else { return nil }
    var result: Int32 = -1
    let shared = Secret(count: length) { out in
      result = secret.withBytes { crypto_scalarmult_curve25519(out, $0, point) }
    }
    return result == 0 ? shared : nil
  }
}
