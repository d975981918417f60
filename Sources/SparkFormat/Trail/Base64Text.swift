/// Base64 of RFC 4648 with padding, canonical only, as signed notes use it.
public enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var place = 0
    while place < bytes.count {
      let count = min(3, bytes.count - place)
      let second = count > 1 ? UInt32(bytes[place + 1]) : 0
      let third = count > 2 ? UInt32(bytes[place + 2]) : 0
      let word = UInt32(bytes[place]) << 16 | second << 8 | third
      text.append(alphabet[Int(word >> 18)])
      text.append(alphabet[Int(word >> 12 & 63)])
      text.append(count > 1 ? alphabet[Int(word >> 6 & 63)] : 0x3D)
      text.append(count > 2 ? alphabet[Int(word & 63)] : 0x3D)
      place += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil for a character, a padding or a spare bit that must not be there.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix(2).prefix { $0 == 0x3D }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    for place in 0..<text.count - padding {
      guard let digit = value(text[place]) else { return nil }
      word = word << 6 | digit
      if place % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: word >> 16))
        bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word))
        word = 0
      }
    }
    // Spare bits would give one value several texts.
    switch padding {
    case 1:
      guard word & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: word >> 10))
      bytes.append(UInt8(truncatingIfNeeded: word >> 2))
    case 2:
      guard word & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: word >> 4))
    default: break
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
