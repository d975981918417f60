internal import CSodium

/// The key of one payload: seals and opens its chunks, each by its number.
struct PayloadKey: Sendable {
  private let key: Secret

  /// Derived from the file key and the nonce that stands before the chunks.
  init(_ fileKey: FileKey, nonce: [UInt8]) {
    key = HMACSHA256.derive(fileKey.secret, salt: nonce, info: Array("payload".utf8))
  }

  /// Seals a chunk into `target`, which may be where it lies, and which has room for the code behind it.
  func seal(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt8>,
    number: Int, isLast: Bool
  ) {
    withUnsafeBytes(of: Self.nonce(number, isLast)) { nonce in
      key.withBytes { key in
        _ = crypto_aead_chacha20poly1305_ietf_encrypt(
          target, nil, bytes, UInt64(count), nil, 0, nil,
          nonce.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), key)
      }
    }
  }

  /// Opens a chunk of `count` bytes, its code included, into `target`.
  ///
  /// What the marks inside say of the end is compared with `atEnd`, whether no byte follows.
  func open(
    _ chunk: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt8>,
    number: Int, atEnd: Bool
  ) -> Chunk.Outcome {
    guard count >= Chunk.overhead else { return .refused(.payload("it ends too early")) }
    if number > 0, count == Chunk.overhead {
      return .refused(.payload("its last chunk is empty"))
    }
    if opens(chunk, count, target, number, isLast: atEnd) { return atEnd ? .last : .more }
    // Good under the other mark: its bytes are what was sealed, its place is not.
    if count == Chunk.sealedSize, opens(chunk, count, target, number, isLast: !atEnd) {
      return .stray(.payload(atEnd ? "its end is missing" : "something follows its end"))
    }
    return .refused(.payload("chunk \(number) was changed, or another stands in its place"))
  }

  private func opens(
    _ chunk: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutablePointer<UInt8>,
    _ number: Int, isLast: Bool
  ) -> Bool {
    withUnsafeBytes(of: Self.nonce(number, isLast)) { nonce in
      key.withBytes { key in
        crypto_aead_chacha20poly1305_ietf_decrypt(
          target, nil, nil, chunk, UInt64(count), nil, 0,
          nonce.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), key) == 0
      }
    }
  }

  /// Eleven bytes of number, big-endian, and one that marks the last chunk.
  private static func nonce(_ number: Int, _ isLast: Bool) -> (UInt32, UInt32, UInt32) {
    let number = UInt64(number)
    return (
      UInt32(truncatingIfNeeded: number >> 56).bigEndian,
      UInt32(truncatingIfNeeded: number >> 24).bigEndian,
      (UInt32(truncatingIfNeeded: number) << 8 | (isLast ? 1 : 0)).bigEndian
    )
  }
}
