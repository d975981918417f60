import SparkSystem
import Testing

@testable import SparkCommand

// Testing has a type of this name, too.
private typealias ExitStatus = SparkCommand.ExitStatus

struct ToolTests {
  private final class Sink {
    var bytes: [UInt8] = []
    var failsWith: Int32 = 0

    func output(isTerminal: Bool = false) -> Output {
      Output(tool: "spark-x", isTerminal: isTerminal) { [self] new throws(SparkError) in
        if failsWith != 0 { throw SparkError("write", "standard output", errno: failsWith) }
        bytes += new
      }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private func run(
    _ line: [String], _ sink: Sink = Sink(), _ body: (Arguments, Output) throws -> ExitStatus
  ) -> ExitStatus {
    Tool.run(ArgumentsTests.tool, line.map { Array($0.utf8) }, sink.output(), body)
  }

  @Test func theBodyDecides() {
    let sink = Sink()
    let status = run(["-q"], sink) { arguments, output in
      #expect(output.isQuiet)
      try output.line("a")
      try output.write([0xff, 0])
      return .partial
    }
    #expect(status == .partial)
    #expect(sink.bytes == [0x61, 0x0a, 0xff, 0])
  }

  @Test func errorsHaveStatuses() {
    #expect(run(["--what"]) { _, _ in .done } == .usage)
    #expect(
      run([]) { _, _ in throw CommandError.failure(.unavailable, "no", hint: nil) } == .unavailable)
    #expect(run([]) { _, _ in throw SparkError(.refused, "open", "x", "No.") } == .configuration)
    #expect(
      run([]) { _, _ in
        throw CommandError.spark(SparkError("open", "x", errno: 13), hint: "be another")
      } == .notPermitted)
    struct Other: Error {}
    #expect(run([]) { _, _ in throw Other() } == .io)
  }

  @Test func aLostWriteIsNeverDone() {
    let full = Sink()
    full.failsWith = 28
    #expect(
      run([], full) { _, output in
        try output.line("late")
        return .done
      } == .io)
    #expect(run(["--help"], full) { _, _ in .done } == .io)
    #expect(
      run([], full) { _, output in
        // Swallowed by the body, but not forgotten.
        try? output.write([UInt8](repeating: 1, count: 70000))
        return .done
      } == .io)
  }

  @Test func helpAndVersion() {
    let sink = Sink()
    #expect(run(["--version"], sink) { _, _ in .partial } == .done)
    #expect(sink.text == "spark-x 0.1.0\n")
    let help = Sink()
    #expect(run(["--help"], help) { _, _ in .partial } == .done)
    #expect(help.text == ArgumentsTests.tool.helpText)
  }

  @Test func aTerminalIsNeverObeyed() throws {
    let sink = Sink()
    try sink.output(isTerminal: true).line("a\u{1B}[2J\u{202E}\tb\u{9B}")
    #expect(sink.text == "a%1B[2J%E2%80%AE\tb%C2%9B\n")
    #expect(Printable.text("사진\n") == "사진%0A")
  }
}
