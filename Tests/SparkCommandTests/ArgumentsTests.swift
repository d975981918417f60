import Testing

@testable import SparkCommand

struct ArgumentsTests {
  static let tool = CommandDescription(
    name: "spark-x", summary: "tries things", synopsis: ["[--keep] [FILE]..."],
    options: [
      .flag("keep", "leave the originals"), .value("every", "SECONDS", "again and again"),
      .value("text", "TEXT", "some text"), .quiet, .verbose, .zero,
    ], usesEndpoint: true)

  private func parse(_ arguments: [String]) throws -> Arguments {
    guard
      case .run(let parsed) = try Arguments.parse(arguments.map { Array($0.utf8) }, by: Self.tool)
    else { throw CommandError.usage("help") }
    return parsed
  }

  @Test(arguments: [
    (["--keep", "a", "--", "--keep", "-q"], ["keep"], ["a", "--keep", "-q"]),
    (["-qv", "-", "-0"], ["q", "v", "0"], ["-"]),
    (["", "a b", "--every=3"], ["every"], ["", "a b"]),
  ])
  func optionsAndOperands(_ line: [String], _ given: [String], _ operands: [String]) throws {
    let parsed = try parse(line)
    for name in ["keep", "q", "v", "0", "every", "home"] {
      #expect(parsed.has(name) == given.contains(name), "\(name)")
    }
    #expect(parsed.operands == operands.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ["--what"], ["-x"], ["-qx"], ["--keep=1"], ["--every"], ["--home="], ["--home", ""],
    ["--endpoint", ""], ["--q"], ["-keep"], ["--text", "a", "--text=b"], ["---keep"], ["--=x"],
  ])
  func wrongLines(_ line: [String]) {
    #expect { try parse(line) } throws: { error in
      if case CommandError.usage = error { true } else { false }
    }
  }

  @Test func valuesStayBytes() throws {
    let name: [UInt8] = [0x2d, 0xff, 0x3d, 0x0a]
    let line: [[UInt8]] = [Array("--text".utf8), name, Array("--home=".utf8) + name, [0xfe]]
    guard case .run(let parsed) = try Arguments.parse(line, by: Self.tool) else { return }
    #expect(parsed.bytes("text") == name)
    #expect(parsed.bytes("home") == name)
    #expect(parsed.operands == [[0xfe]])
    #expect(try parse(["--text", ""]).text("text") == "")
    #expect(try parse(["--text", "--keep"]).text("text") == "--keep")
  }

  @Test(arguments: [("0", 0), ("750000000", 750_000_000), ("9223372036854775807", Int64.max)])
  func numbers(_ text: String, _ number: Int64) throws {
    #expect(try parse(["--every", text]).number("every") == number)
    #expect(try parse([]).number("every") == nil)
  }

  @Test(arguments: ["", "-1", "+1", "1.5", "1k", " 1", "9223372036854775808", "١"])
  func notNumbers(_ text: String) throws {
    let parsed = try parse(["--every", text])
    #expect(throws: CommandError.self) { try parsed.number("every") }
  }

  @Test func helpAndVersionComeFirst() throws {
    let help = try Arguments.parse([Array("--help".utf8), Array("--what".utf8)], by: Self.tool)
    if case .help = help {} else { Issue.record("no help") }
    let version = try Arguments.parse([Array("--version".utf8)], by: Self.tool)
    if case .version = version {} else { Issue.record("no version") }
  }
}
