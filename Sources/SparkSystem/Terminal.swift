internal import CSparkShim
internal import Glibc

/// The terminal that this process was started from, whatever its streams are.
public enum Terminal {
  /// Asks for one line and does not show what is typed; nil where there is no terminal.
  ///
  /// A signal that ends or stops the process puts the terminal right first. The prompt goes to the
  /// terminal, not to standard error.
  public static func readHidden(_ prompt: String) throws(SparkError) -> [UInt8]? {
    var length = 0
    let line = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      length = RawPath(prompt).withPointer { text in
        buffer.withMemoryRebound(to: CChar.self) {
          spark_read_hidden(text, $0.baseAddress, $0.count)
        }
      }
      count = max(0, length)
    }
    if length == -Int(ENXIO) || length == -Int(ENOENT) || length == -Int(ENOTTY) { return nil }
    try check(length, "read from", "the terminal")
    return line
  }
}
