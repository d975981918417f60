/// Walks over text that is made of digits at fixed places.
struct DigitReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool {
    index == bytes.endIndex
  }

  /// Takes `byte` if it comes next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard index < bytes.endIndex, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Takes exactly `count` digits if they come next.
  mutating func digits(_ count: Int) -> Int64? {
    guard bytes.endIndex - index >= count else { return nil }
    var value: Int64 = 0
    for position in index..<index + count {
      let byte = bytes[position]
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value &* 10 &+ Int64(byte &- 0x30)
    }
    index += count
    return value
  }
}
