internal import CSparkShim
internal import Glibc

/// What a person types.
public enum StandardInput {
  /// Whether a person is there to be asked.
  public static var isTerminal: Bool { spark_is_terminal(0) == 1 }

  /// The next line without its end; nil when there is none.
  public static func line() throws(SparkError) -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      // One at a time: what follows is for whoever reads next.
      let count = withUnsafeMutableBytes(of: &byte) { spark_read(0, $0.baseAddress, 1) }
      if try check(count, "read", "standard input") == 0 { return line.isEmpty ? nil : line }
      if byte == UInt8(ascii: "\n") { return line }
      if line.count < 4096 { line.append(byte) }
    }
  }
}
