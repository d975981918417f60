/// The reversible text form of names, which is also safe to show on a terminal.
///
/// Encoded are `%`, `\`, control bytes, bytes that are not valid UTF-8, a blank at either end, and
/// code points that reorder or hide text. Everything else stays as it is.
enum PercentEncoding {
  /// Appends the encoded form of `source`; `alsoEncoded` names further ASCII bytes to encode.
  static func append(
    _ source: ArraySlice<UInt8>, to bytes: inout [UInt8],
    alsoEncoded: (UInt8) -> Bool = { _ in false }
  ) {
    var index = source.startIndex
    let end = source.endIndex
    while index < end {
      let byte = source[index]
      if byte < 0x80 {
        let blankAtAnEnd = byte == 0x20 && (index == source.startIndex || index == end - 1)
        if byte < 0x20 || byte == 0x7F || byte == 0x25 || byte == 0x5C || blankAtAnEnd
          || alsoEncoded(byte)
        {
          appendEscape(byte, to: &bytes)
        } else {
          bytes.append(byte)
        }
        index += 1
        continue
      }
      let (scalar, length) = decodeScalar(source, at: index)
      if let scalar, !isDeceptive(scalar) {
        bytes.append(contentsOf: source[index..<index + length])
      } else {
        for position in index..<index + length { appendEscape(source[position], to: &bytes) }
      }
      index += length
    }
  }

  /// The bytes that an encoded form stands for, or nil when an escape is broken.
  static func decode(_ encoded: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      let byte = encoded[index]
      if byte != 0x25 {
        bytes.append(byte)
        index += 1
        continue
      }
      guard index + 2 < encoded.endIndex, let high = Hex.value(encoded[index + 1]),
        let low = Hex.value(encoded[index + 2])
      else { return nil }
      bytes.append(high << 4 | low)
      index += 3
    }
    return bytes
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(0x25)
    bytes.append(Hex.upperDigit(byte >> 4))
    bytes.append(Hex.upperDigit(byte))
  }

  /// The code point at `index` and its length, or nil and 1 for a byte that begins none.
  private static func decodeScalar(_ bytes: ArraySlice<UInt8>, at index: Int) -> (UInt32?, Int) {
    let first = bytes[index]
    let length: Int
    var scalar: UInt32
    let least: UInt32
    switch first {
    case 0xC2...0xDF: (length, scalar, least) = (2, UInt32(first & 0x1F), 0x80)
    case 0xE0...0xEF: (length, scalar, least) = (3, UInt32(first & 0x0F), 0x800)
    case 0xF0...0xF4: (length, scalar, least) = (4, UInt32(first & 0x07), 0x10000)
    default: return (nil, 1)
    }
    guard index + length <= bytes.endIndex else { return (nil, 1) }
    for position in index + 1..<index + length {
      let byte = bytes[position]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let surrogate = (0xD800...0xDFFF).contains(scalar)
    guard scalar >= least, scalar <= 0x10FFFF, !surrogate else { return (nil, 1) }
    return (scalar, length)
  }

  /// Whether a code point hides, reorders or breaks the text around it.
  private static func isDeceptive(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F,  // C1 controls
      0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,  // bidi controls
      0x200B...0x200D, 0x2060...0x2065, 0xFEFF, 0x180E,  // zero-width
      0x206A...0x206F, 0xFFF9...0xFFFB, 0xE0000...0xE007F,  // hidden instructions and tags
      0x2028...0x2029:  // line and paragraph separators
      true
    default: false
    }
  }
}
