/// A 128-bit id: a UUID of RFC 9562, written in lower case.
public struct CaptureID: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// Makes an id of its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the strict form: 36 characters, lower case, hyphens at 8-4-4-4-12.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: Array(text.utf8)[...])
  }

  /// Reads the strict form from bytes.
  public init?(utf8: [UInt8]) {
    self.init(utf8: utf8[...])
  }

  /// Reads the strict form from part of an array.
  public init?(utf8: ArraySlice<UInt8>) {
    guard utf8.count == 36 else { return nil }
    let start = utf8.startIndex
    guard utf8[start + 8] == 0x2D, utf8[start + 13] == 0x2D, utf8[start + 18] == 0x2D,
      utf8[start + 23] == 0x2D,
      let first = Hex.read(utf8, at: start, digits: 8),
      let second = Hex.read(utf8, at: start + 9, digits: 4),
      let third = Hex.read(utf8, at: start + 14, digits: 4),
      let fourth = Hex.read(utf8, at: start + 19, digits: 4),
      let fifth = Hex.read(utf8, at: start + 24, digits: 12)
    else { return nil }
    high = first &<< 32 | second &<< 16 | third
    low = fourth &<< 48 | fifth
  }

  /// The strict form as bytes.
  public var utf8: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    append(to: &bytes)
    return bytes
  }

  /// The strict form.
  public var text: String {
    String(decoding: utf8, as: UTF8.self)
  }

  /// The version of RFC 9562: 7 where the id was minted, 8 where it was derived.
  public var version: Int {
    Int(high >> 12 & 15)
  }

  /// Mints an id from a time (Unix milliseconds, 48 bits of it) and randomness.
  public static func version7(milliseconds: UInt64, random: (UInt64, UInt64)) -> CaptureID {
    CaptureID(
      high: milliseconds &<< 16 | 0x7000 | random.0 & 0x0FFF, low: variant(random.1))
  }

  /// Derives an id from the first 16 bytes of a digest.
  ///
  /// Missing bytes count as zero.
  public static func version8(_ digest: [UInt8]) -> CaptureID {
    var halves: (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      halves.0 = halves.0 &<< 8 | (index < digest.count ? UInt64(digest[index]) : 0)
      halves.1 = halves.1 &<< 8 | (index + 8 < digest.count ? UInt64(digest[index + 8]) : 0)
    }
    return CaptureID(high: halves.0 & ~0xF000 | 0x8000, low: variant(halves.1))
  }

  /// Orders ids as their text does.
  public static func < (left: CaptureID, right: CaptureID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Feeds both halves: ids come from others too, who could choose them to collide in a shorter hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  func append(to bytes: inout [UInt8]) {
    Hex.append(high &>> 32, digits: 8, to: &bytes)
    bytes.append(0x2D)
    Hex.append(high &>> 16, digits: 4, to: &bytes)
    bytes.append(0x2D)
    Hex.append(high, digits: 4, to: &bytes)
    bytes.append(0x2D)
    Hex.append(low &>> 48, digits: 4, to: &bytes)
    bytes.append(0x2D)
    Hex.append(low, digits: 12, to: &bytes)
  }

  private static func variant(_ low: UInt64) -> UInt64 {
    low & ~(3 << 62) | 2 << 62
  }
}
