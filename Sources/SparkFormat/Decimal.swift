/// Decimal digits, without going through `String`.
enum Decimal {
  /// Appends exactly `digits` digits of a number that is not negative.
  static func append(_ value: Int64, digits: Int, to bytes: inout [UInt8]) {
    var divisor: Int64 = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value / divisor % 10) &+ 0x30)
      divisor /= 10
    }
  }

  /// Reads digits and nothing else, without leading zeros; nil when empty or too large.
  static func read(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    guard let first = bytes.first, first != 0x30 || bytes.count == 1 else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(byte &- 0x30))
      guard !over, !carried else { return nil }
      value = sum
    }
    return value
  }

  /// Reads an optional `-` and digits.
  static func readSigned(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let negative = bytes.first == 0x2D
    guard let magnitude = read(negative ? bytes.dropFirst() : bytes) else { return nil }
    if negative {
      return magnitude <= UInt64(Int64.max) ? -Int64(magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }
}
