/// A path or file name for a system call: bytes, never repaired, ended by a zero byte.
///
/// Names are bytes on Linux. A Swift `String` merges NFC with NFD and repairs invalid UTF-8, and then
/// names another file or none.
public struct RawPath: Hashable, Sendable, ExpressibleByStringLiteral {
  let terminated: [UInt8]

  /// Makes a path from bytes; from the first zero byte on they are dropped, as the kernel would.
  public init(_ bytes: some Collection<UInt8>) {
    var copy = [UInt8]()
    copy.reserveCapacity(bytes.count + 1)
    for byte in bytes {
      if byte == 0 { break }
      copy.append(byte)
    }
    copy.append(0)
    terminated = copy
  }

  init(terminated: [UInt8]) { self.terminated = terminated }

  /// Makes a path from text.
  public init(_ text: String) { self.init(text.utf8) }

  /// Makes a path from a literal.
  public init(stringLiteral text: String) { self.init(text.utf8) }

  /// The bytes without the ending zero.
  public var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  /// The path for a message: invalid UTF-8 is repaired, so this names no file.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// This path with a component after it.
  public func appending(_ component: some Collection<UInt8>) -> RawPath {
    var joined = Array(bytes)
    if !joined.isEmpty, joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined.append(contentsOf: component)
    return RawPath(joined)
  }

  /// This path with a component after it.
  public func appending(_ component: String) -> RawPath { appending(component.utf8) }

  func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    terminated.withUnsafeBytes { raw in
      body(raw.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
    }
  }
}
