/// Hexadecimal digits, without going through `String`.
enum Hex {
  /// The value of one lower-case digit, or nil.
  @inline(__always)
  static func lowerValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte &- 0x30)
    case 0x61...0x66: UInt64(byte &- 0x57)
    default: nil
    }
  }

  /// The value of one digit of either case, or nil.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
  }

  /// The lower-case digit for the low four bits.
  @inline(__always)
  static func lowerDigit(_ value: UInt64) -> UInt8 {
    let nibble = UInt8(truncatingIfNeeded: value & 15)
    return nibble < 10 ? nibble &+ 0x30 : nibble &+ 0x57
  }

  /// The upper-case digit for the low four bits.
  static func upperDigit(_ value: UInt8) -> UInt8 {
    let nibble = value & 15
    return nibble < 10 ? nibble &+ 0x30 : nibble &+ 0x37
  }

  /// Appends the lowest `digits` digits of `value`, highest first.
  @inline(__always)
  static func append(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
    var shift = UInt64(digits * 4)
    while shift > 0 {
      shift &-= 4
      bytes.append(lowerDigit(value &>> shift))
    }
  }

  /// Reads `digits` lower-case digits from `start`, or nil.
  @inline(__always)
  static func read(_ bytes: ArraySlice<UInt8>, at start: Int, digits: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in start..<start + digits {
      guard let digit = lowerValue(bytes[index]) else { return nil }
      value = value &<< 4 | digit
    }
    return value
  }
}
