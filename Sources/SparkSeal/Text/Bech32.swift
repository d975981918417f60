/// Bech32 (BIP 173) without its limit of length, as age writes keys.
enum Bech32 {
  /// Encodes bytes under a lower-case prefix.
  static func encode(prefix: String, _ bytes: some Collection<UInt8>) -> String {
    let prefix = Array(prefix.utf8)
    let values = regroup(bytes, from: 8, to: 5, padding: true) ?? []
    let sum = checksum(expanded(prefix) + values + [UInt8](repeating: 0, count: 6)) ^ 1
    let last = (0..<6).map { UInt8(truncatingIfNeeded: sum >> (5 * (5 - UInt32($0)))) & 31 }
    return String(
      decoding: prefix + [separator] + (values + last).map { alphabet[Int($0)] }, as: UTF8.self)
  }

  /// The prefix in lower case and the bytes; nil for anything that BIP 173 forbids.
  static func decode(_ text: some Collection<UInt8>) -> (prefix: String, bytes: [UInt8])? {
    let text = Array(text)
    guard text.allSatisfy({ (33...126).contains($0) }) else { return nil }
    let lower = text.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    let hasUpper = lower != text
    guard !(hasUpper && text.contains { (97...122).contains($0) }) else { return nil }
    guard let cut = lower.lastIndex(of: separator), cut > 0, lower.count - cut > 6 else {
      return nil
    }
    var values: [UInt8] = []
    values.reserveCapacity(lower.count)
    // They may be a secret key's.
    defer { wipe(&values) }
    for character in lower[(cut + 1)...] {
      let value = reverse[Int(character)]
      guard value < 32 else { return nil }
      values.append(value)
    }
    let prefix = Array(lower[..<cut])
    guard checksum(expanded(prefix) + values) == 1 else { return nil }
    let data = values.dropLast(6)
    guard let bytes = regroup(data, from: 5, to: 8, padding: false) else { return nil }
    return (String(decoding: prefix, as: UTF8.self), bytes)
  }

  private static let separator = UInt8(ascii: "1")
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let reverse: [UInt8] = {
    var table = [UInt8](repeating: 255, count: 128)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()
  private static let generators: [UInt32] = [
    0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
  ]

  private static func expanded(_ prefix: [UInt8]) -> [UInt8] {
    prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 }
  }

  private static func checksum(_ values: [UInt8]) -> UInt32 {
    var sum: UInt32 = 1
    for value in values {
      let top = sum >> 25
      sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
      for (bit, generator) in generators.enumerated() where top >> UInt32(bit) & 1 == 1 {
        sum ^= generator
      }
    }
    return sum
  }

  /// Groups of bits of one width as groups of another; nil where what is left over is not zero or a
  /// whole group.
  private static func regroup(
    _ values: some Collection<UInt8>, from: UInt32, to: UInt32, padding: Bool
  ) -> [UInt8]? {
    var bits: UInt32 = 0
    var count: UInt32 = 0
    var out: [UInt8] = []
    for value in values {
      bits = (bits << from | UInt32(value)) & 0xffff
      count += from
      while count >= to {
        count -= to
        out.append(UInt8(truncatingIfNeeded: bits >> count) & UInt8((1 << to) - 1))
      }
    }
    let rest = UInt8(truncatingIfNeeded: bits << (to - count)) & UInt8((1 << to) - 1)
    if padding {
      if count > 0 { out.append(rest) }
    } else if count >= from || rest != 0 {
      return nil
    }
    return out
  }
}
