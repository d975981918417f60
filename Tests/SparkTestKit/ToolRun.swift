/// How a program ended and what it said.
public struct ToolRun: Sendable, CustomStringConvertible {
  /// Its exit status; nil when a signal ended it.
  public let status: Int32?
  /// The signal that ended it.
  public let signal: Int32?
  /// Whether it was killed because it took too long.
  public let timedOut: Bool
  /// Its standard output, where that was captured.
  public let output: [UInt8]
  /// Its standard error.
  public let error: [UInt8]

  /// Standard output as text; invalid UTF-8 is repaired.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard error as text; invalid UTF-8 is repaired.
  public var errorText: String { String(decoding: error, as: UTF8.self) }

  /// The lines of standard output.
  public var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// All of it, for a failed test.
  public var description: String {
    let end = status.map { "status \($0)" } ?? signal.map { "signal \($0)" } ?? "no end"
    return "\(end)\(timedOut ? " (timed out)" : "")\n\(text)\(errorText)"
  }
}
