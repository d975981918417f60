import SparkCommand
import SparkSystem
import SparkTestKit
import Testing

/// What every tool does alike, seen from outside.
struct ConventionsTests {
  static let tools = [
    "spark-audit", "spark-cat", "spark-discard", "spark-endpoint", "spark-import", "spark-key",
    "spark-list", "spark-prune", "spark-retry", "spark-seal", "spark-send", "spark-share",
    "spark-show", "spark-signout", "spark-status", "spark-verify",
  ]
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(arguments: tools) func helpAndVersion(_ tool: String) throws {
    let help = try scratch.run(tool, ["--help"])
    #expect(help.status == 0 && help.error.isEmpty)
    #expect(help.text.hasPrefix("\(tool) - "))
    #expect(help.text.contains("\nusage: \(tool)"))
    #expect(help.text.hasSuffix("\nAnything else means failure.\n"))
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    let version = try scratch.run(tool, ["--version"])
    #expect(version.status == 0 && version.text == "\(tool) \(Version.text)\n")
    #expect(!TestFiles.exists(scratch.home))
  }

  @Test(arguments: tools) func wrongOptions(_ tool: String) throws {
    for word in ["--no-such-option", "-Z", "--home"] as [RawPath] {
      let run = try scratch.run(tool, [word])
      #expect(run.status == 64 && run.output.isEmpty)
      let lines = run.errorText.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("\(tool): error: ") == true)
      #expect(lines.last == "\(tool): hint: see \(tool) --help")
    }
  }

  @Test(arguments: tools) func aLostWriteIsAFailure(_ tool: String) throws {
    for target in [.file("/dev/full"), .closed, .brokenPipe] as [ToolCall.Target] {
      let run = try scratch.run(ToolCall(tool, ["--help"]).writing(to: target))
      #expect(run.status == 74)
      #expect(run.errorText.hasPrefix("\(tool): error: cannot write standard output: "))
    }
  }
}
