internal import CSodium
internal import Glibc

/// The running BLAKE2b-256 of what is fed to it (RFC 7693; `b2sum -l 256` agrees).
public struct Blake2b256: ~Copyable {
  // libsodium's state must lie on 64 bytes, and Swift does not import its type.
  private let state: OpaquePointer
  private let memory: UnsafeMutableRawPointer

  /// The digest's length in bytes.
  public static let length = 32

  /// Starts an empty hash.
  public init() {
    memory = UnsafeMutableRawPointer.allocate(
      byteCount: crypto_generichash_statebytes(), alignment: 64)
    state = OpaquePointer(memory)
    crypto_generichash_init(state, nil, 0, Self.length)
  }

  deinit { memory.deallocate() }

  /// Feeds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    crypto_generichash_update(
      state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  /// The digest of all that was fed; the hash starts anew.
  public mutating func finish() -> [UInt8] {
    let digest = [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      crypto_generichash_final(state, buffer.baseAddress.unsafelyUnwrapped, Self.length)
      count = Self.length
    }
    restart()
    return digest
  }

  /// Forgets what was fed.
  public mutating func restart() { crypto_generichash_init(state, nil, 0, Self.length) }

  /// The digest of these bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = Blake2b256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// The digest of these bytes under a key of 32 bytes.
  public static func hash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      crypto_generichash(
        buffer.baseAddress.unsafelyUnwrapped, length, bytes, UInt64(bytes.count), key, key.count)
      count = length
    }
  }

  /// Readies libsodium (it picks the processor's fastest code); call once, before any thread.
  public static func prepare() { _ = sodium_init() }
}
