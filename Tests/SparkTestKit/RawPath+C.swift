internal import Glibc
public import SparkSystem

extension RawPath {
  /// Calls a C function with the path.
  func withC<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (Array(bytes) + [0]).withUnsafeBytes { raw in
      try body(raw.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
    }
  }

  /// The path as text; only for paths that the test made of text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Throws with the errno's own words when a C call has failed.
@discardableResult
func succeed<Value: BinaryInteger & SignedNumeric>(
  _ result: Value, _ what: @autoclosure () -> String
) throws -> Value {
  let code = errno
  guard result >= 0 else { throw TestKitError("\(what()): \(String(cString: strerror(code)))") }
  return result
}
