/// The BLAKE2b-256 of some bytes.
public struct Digest: Hashable, Comparable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// How a digest begins in a record.
  public static let prefix = "blake2b-256:"

  /// Takes the 32 bytes of a digest.
  ///
  /// - Precondition: There are 32 bytes.
  public init(_ bytes: [UInt8]) {
    precondition(bytes.count == 32, "a digest has 32 bytes")
    func word(_ start: Int) -> UInt64 {
      bytes[start..<start + 8].reduce(0) { $0 &<< 8 | UInt64($1) }
    }
    words = (word(0), word(8), word(16), word(24))
  }

  /// Reads 64 lower-case hexadecimal digits.
  public init?(hex: String) {
    self.init(hexUTF8: Array(hex.utf8)[...])
  }

  /// Reads 64 lower-case hexadecimal digits from bytes.
  public init?(hexUTF8: ArraySlice<UInt8>) {
    guard hexUTF8.count == 64 else { return nil }
    let start = hexUTF8.startIndex
    guard let first = Hex.read(hexUTF8, at: start, digits: 16),
      let second = Hex.read(hexUTF8, at: start + 16, digits: 16),
      let third = Hex.read(hexUTF8, at: start + 32, digits: 16),
      let fourth = Hex.read(hexUTF8, at: start + 48, digits: 16)
    else { return nil }
    words = (first, second, third, fourth)
  }

  /// Reads the form of records: `blake2b-256:` and the digits.
  public init?(text: String) {
    self.init(utf8: Array(text.utf8)[...])
  }

  /// Reads the form of records from bytes.
  public init?(utf8: ArraySlice<UInt8>) {
    guard utf8.count == 76, utf8.starts(with: Digest.prefix.utf8) else { return nil }
    self.init(hexUTF8: utf8.dropFirst(12))
  }

  /// 64 lower-case hexadecimal digits, an object's file name.
  public var hex: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    appendHex(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The form of records.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(76)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first byte as two digits, an object's directory.
  public var shard: String {
    var bytes: [UInt8] = []
    Hex.append(words.0 &>> 56, digits: 2, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first 64 of its bits, enough to tell objects of one store apart.
  public var beginning: UInt64 { words.0 }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word &>> shift))
      }
    }
    return bytes
  }

  /// Equal when all 256 bits are.
  public static func == (left: Digest, right: Digest) -> Bool {
    left.words == right.words
  }

  /// Orders digests as their text does.
  public static func < (left: Digest, right: Digest) -> Bool {
    left.words < right.words
  }

  /// Feeds 64 of the bits: they are uniform already.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Digest.prefix.utf8)
    appendHex(to: &bytes)
  }

  private func appendHex(to bytes: inout [UInt8]) {
    Hex.append(words.0, digits: 16, to: &bytes)
    Hex.append(words.1, digits: 16, to: &bytes)
    Hex.append(words.2, digits: 16, to: &bytes)
    Hex.append(words.3, digits: 16, to: &bytes)
  }
}
