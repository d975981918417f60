internal import SparkFormat
internal import SparkSystem

extension CaptureID {
  /// Reads the strict form from a name that is lent by a directory walk, without a copy of it.
  init?(lent name: UnsafeBufferPointer<UInt8>) {
    guard name.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for place in 0..<36 {
      let byte = unsafe name[place]
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == 0x2D else { return nil }
        continue
      }
      let digit: UInt64
      switch byte {
      case 0x30...0x39: digit = UInt64(byte &- 0x30)
      case 0x61...0x66: digit = UInt64(byte &- 0x57)
      default: return nil
      }
      if place < 18 { high = high &<< 4 | digit } else { low = low &<< 4 | digit }
    }
    self.init(high: high, low: low)
  }
}

extension Directory {
  /// Calls `body` with each id that names something here; other names are passed over.
  func forEachID(_ body: (CaptureID) -> Void) throws(SparkError) {
    try unsafe forEachRawEntry { name, _ throws(SparkError) in
      if let id = unsafe CaptureID(lent: name) { body(id) }
      return true
    }
  }
}
