/// Base64 of RFC 4648 with padding, canonical only, as signed notes use it.
public enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(3)
      rest = rest.dropFirst(3)
      var word: UInt32 = 0
      for byte in part { word = word << 8 | UInt32(byte) }
      word <<= UInt32(8 * (3 - part.count))
      for place in 0..<4 {
        let digit = Int(word >> UInt32(18 - 6 * place) & 63)
        text.append(place <= part.count ? alphabet[digit] : 0x3D)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil for a character, a padding or a spare bit that must not be there.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var rest = text[...]
    while !rest.isEmpty {
      let group = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let padding = group.reversed().prefix { $0 == 0x3D }.count
      guard padding <= 2, padding == 0 || rest.isEmpty else { return nil }
      var word: UInt32 = 0
      for byte in group.dropLast(padding) {
        guard let digit = value(byte) else { return nil }
        word = word << 6 | digit
      }
      word <<= UInt32(6 * padding)
      // Spare bits would give one value several texts.
      guard word & (1 << UInt32(8 * padding) - 1) == 0 else { return nil }
      for place in 0..<3 - padding {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
