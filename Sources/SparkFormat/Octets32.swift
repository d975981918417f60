/// Thirty-two bytes that are no digest of anything here: a public key or a keyed hash; 64 lower-case
/// hexadecimal digits in records.
public struct Octets32: Hashable, Sendable {
  private let digits: Digest

  /// Takes 32 bytes; any other number of them is a programming error.
  public init(_ bytes: [UInt8]) { digits = Digest(bytes) }

  /// Reads 64 lower-case digits.
  public init?(hex: String) {
    guard let digits = Digest(hex: hex) else { return nil }
    self.digits = digits
  }

  /// The 64 lower-case digits.
  public var hex: String { digits.hex }

  /// The bytes.
  public var bytes: [UInt8] { digits.bytes }

  /// The first two digits, which name a shard.
  public var shard: String { digits.shard }
}

extension RecordField {
  func octets32() throws(FormatError) -> Octets32 {
    guard let octets = Octets32(hex: try text()) else { throw bad("is not 64 hexadecimal digits") }
    return octets
  }
}
