internal import CSodium
internal import Glibc

/// SHA-256 (FIPS 180-4; `sha256sum` agrees), as transparency logs use it.
public enum SHA256 {
  /// The hash of these bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> Hash32 {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { out in
      crypto_hash_sha256(
        out.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self),
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
      return Hash32(UnsafeRawBufferPointer(out))
    }
  }

  /// The hash of these bytes.
  public static func hash(_ bytes: [UInt8]) -> Hash32 { bytes.withUnsafeBytes { hash($0) } }

  /// The hash of one byte and what follows it.
  public static func hash(prefix: UInt8, _ bytes: UnsafeRawBufferPointer) -> Hash32 {
    withUnsafeTemporaryAllocation(byteCount: bytes.count + 1, alignment: 8) { whole in
      whole[0] = prefix
      if let base = bytes.baseAddress {
        (whole.baseAddress.unsafelyUnwrapped + 1).copyMemory(from: base, byteCount: bytes.count)
      }
      return hash(UnsafeRawBufferPointer(whole))
    }
  }

  /// The hash of one byte and what follows it.
  public static func hash(prefix: UInt8, _ bytes: [UInt8]) -> Hash32 {
    bytes.withUnsafeBytes { hash(prefix: prefix, $0) }
  }

  /// The hash of one byte and two hashes.
  public static func hash(prefix: UInt8, _ left: Hash32, _ right: Hash32) -> Hash32 {
    withUnsafeTemporaryAllocation(byteCount: 65, alignment: 8) { whole in
      let base = whole.baseAddress.unsafelyUnwrapped
      whole[0] = prefix
      left.withBytes {
        (base + 1).copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: 32)
      }
      right.withBytes {
        (base + 33).copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: 32)
      }
      return hash(UnsafeRawBufferPointer(whole))
    }
  }
}
