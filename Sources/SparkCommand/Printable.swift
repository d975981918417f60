/// Text that a terminal shows and does not obey.
enum Printable {
  /// Whether a scalar could move the cursor, start a terminal's command, end a line or turn the
  /// direction of what follows.
  static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0: true
    case 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text with each hostile scalar percent-encoded, but those in `allowed`.
  static func text(_ text: String, allowing allowed: Set<Unicode.Scalar> = []) -> String {
    guard text.unicodeScalars.contains(where: { isHostile($0) && !allowed.contains($0) }) else {
      return text
    }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHostile(scalar), !allowed.contains(scalar) {
        for byte in Character(scalar).utf8 {
          safe.append("%")
          safe.append(contentsOf: hexadecimal(UInt32(byte), digits: 2).unicodeScalars)
        }
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// A number in hexadecimal with leading zeros.
  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
