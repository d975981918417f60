/// A hash of 32 bytes as a value, without memory of its own.
public struct Hash32: Hashable, Sendable {
  private let first, second, third, fourth: UInt64

  /// Takes the first 32 bytes of a buffer; a shorter one is a programming error.
  public init(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count >= 32, "a hash has 32 bytes")
    first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    third = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    fourth = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
  }

  /// Takes exactly 32 bytes; nil for any other number of them.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self = Array(bytes).withUnsafeBytes { Hash32($0) }
  }

  /// Takes 32 bytes; any other number of them is a programming error.
  public init(exactly bytes: [UInt8]) { self = bytes.withUnsafeBytes { Hash32($0) } }

  /// Calls `body` with the 32 bytes.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: self) { body($0) }
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// The first 64 bits.
  public var beginning: UInt64 { UInt64(bigEndian: first) }
}
