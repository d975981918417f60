internal import CSodium

/// Base64 of RFC 4648, canonical only: with padding in armor, without in a header.
enum Base64 {
  static func encode(_ bytes: some Collection<UInt8>, padded: Bool = false) -> [UInt8] {
    let source = Array(bytes)
    let kind = padded ? sodium_base64_VARIANT_ORIGINAL : sodium_base64_VARIANT_ORIGINAL_NO_PADDING
    let room = sodium_base64_encoded_len(source.count, kind)
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let text = UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
      sodium_bin2base64(text.assumingMemoryBound(to: CChar.self), room, source, source.count, kind)
      // The count includes the ending zero.
      count = room - 1
    }
  }

  /// The bytes; nil for a character, a padding or a spare bit that must not be there.
  static func decode(_ text: some Collection<UInt8>, padded: Bool = false) -> [UInt8]? {
    let source = Array(text)
    // libsodium 1.0.18 takes some bytes above 127 for a letter: its table reads them as negative.
    guard source.allSatisfy({ $0 < 0x80 }) else { return nil }
    let kind = padded ? sodium_base64_VARIANT_ORIGINAL : sodium_base64_VARIANT_ORIGINAL_NO_PADDING
    var result: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: source.count / 4 * 3 + 3) { buffer, count in
      source.withUnsafeBytes { raw in
        result = sodium_base642bin(
          buffer.baseAddress.unsafelyUnwrapped, buffer.count,
          raw.baseAddress?.assumingMemoryBound(to: CChar.self),
          raw.count, nil, &count, nil, kind)
      }
      if result != 0 { count = 0 }
    }
    return result == 0 ? bytes : nil
  }
}
