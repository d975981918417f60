public import SparkSystem

/// A tool's standard output, buffered, with every write checked; and what it says on standard error.
///
/// A failed write is thrown, and remembered as well: a tool that goes on after it still ends with 74.
public final class Output {
  private static let capacity = 65536
  private let tool: String
  private let isTerminal: Bool
  private let sink: ([UInt8]) throws(SparkError) -> Void
  private var buffer: [UInt8] = []
  private(set) var failure: SparkError?
  /// Whether notes and progress are left out (`-q`).
  public internal(set) var isQuiet = false

  /// Makes the output of a tool on the process's own streams.
  public convenience init(tool: String) {
    self.init(tool: tool, isTerminal: StandardStream.output.isTerminal) {
      bytes throws(SparkError) in try StandardStream.output.write(bytes)
    }
  }

  init(tool: String, isTerminal: Bool, sink: @escaping ([UInt8]) throws(SparkError) -> Void) {
    self.tool = tool
    self.isTerminal = isTerminal
    self.sink = sink
  }

  /// Writes one line of text; on a terminal whatever it could obey is escaped.
  public func line(_ text: String) throws(SparkError) {
    let shown = isTerminal ? Printable.text(text, allowing: ["\n", "\t"]) : text
    buffer.append(contentsOf: shown.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if isTerminal || buffer.count >= Self.capacity { try flush() }
  }

  /// Writes bytes as they are.
  public func write(_ bytes: [UInt8]) throws(SparkError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes what is buffered.
  public func flush() throws(SparkError) {
    if let failure { throw failure }
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do { try sink(buffer) } catch {
      failure = error
      throw error
    }
  }

  /// Says on standard error what went wrong.
  public func complain(_ text: String) { Self.complain(tool, text) }

  /// Says on standard error what may help.
  public func hint(_ text: String) { Self.hint(tool, text) }

  /// Says something on standard error, unless the tool was asked to be quiet.
  public func note(_ text: String) {
    if !isQuiet { Self.say("\(tool): \(Printable.text(text))") }
  }

  /// Says on standard error what went wrong; works on any thread.
  public static func complain(_ tool: String, _ text: String) {
    say("\(tool): error: \(Printable.text(text))")
  }

  /// Says on standard error what may help; works on any thread.
  public static func hint(_ tool: String, _ text: String) {
    say("\(tool): hint: \(Printable.text(text))")
  }

  private static func say(_ line: String) {
    // Where standard error is gone there is nobody left to tell.
    try? StandardStream.error.write(Array((Progress.takeLine() + line + "\n").utf8))
  }
}
