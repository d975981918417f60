/// A file's time as the file system gives it.
public struct FileTime: Hashable, Sendable {
  /// Unix seconds, rounded down.
  public let seconds: Int64
  /// Nanoseconds after that, below 1,000,000,000.
  public let nanoseconds: Int32

  /// Makes a time; nanoseconds are brought into their range.
  public init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(seconds).utf8)
    bytes.append(0x2E)
    Decimal.append(Int64(nanoseconds), digits: 9, to: &bytes)
  }
}
