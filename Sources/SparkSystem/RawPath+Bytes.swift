extension RawPath {
  /// Makes a path from bytes, as the form for any collection does; it is many times faster, which counts
  /// where every file of a large directory is opened.
  public init(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    self.init(
      terminated: [UInt8](unsafeUninitializedCapacity: end + 1) { room, count in
        for place in 0..<end { room[place] = bytes[place] }
        room[end] = 0
        count = end + 1
      })
  }
}

extension Hash32 {
  /// Appends the 64 lower-case digits of a hash of 32 bytes.
  public static func appendHex(_ hash: [UInt8], to text: inout [UInt8]) {
    for byte in hash {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
