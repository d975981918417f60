import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// A store in a scratch directory, its default inbox, and a register beside it.
final class Place {
  let scratch: Scratch
  let register: RawPath

  /// With `isBound` captures go to the register, which is made.
  init(isBound: Bool = true, in scratch: Scratch? = nil) throws {
    self.scratch = try scratch ?? Scratch()
    register = self.scratch.register
    // The store is opened in this process, too.
    setenv("SPARK_ALLOW_PURGEABLE", "1", 1)
    if isBound {
      _ = try run("spark-endpoint", ["set", register, "--ceiling", "none"])
    } else {
      _ = try run("spark-import")
    }
  }

  var home: RawPath { scratch.home }
  var inbox: RawPath { home.appending("inbox") }

  func tree() throws -> EndpointTree { try StoreHome.open(home).currentTree() }

  /// Runs a tool that must end like this.
  @discardableResult
  func run(
    _ tool: String, _ arguments: [RawPath] = [], ends status: Int32 = 0, says text: String = "",
    line: Int = #line
  ) throws -> ToolRun {
    let run = try scratch.run(tool, arguments)
    #expect(run.status == status, "line \(line): \(tool) \(run)")
    #expect(run.description.contains(text), "line \(line): \(tool) \(run)")
    return run
  }

  @discardableResult
  func discard(
    _ arguments: RawPath..., ends status: Int32 = 0, says text: String = "", line: Int = #line
  ) throws -> ToolRun {
    try run("spark-discard", ["--yes"] + arguments, ends: status, says: text, line: line)
  }

  /// Drops a file into the default inbox.
  func drop(_ name: String, _ bytes: [UInt8]) throws {
    try TestFiles.write(inbox.appending(name), bytes)
  }

  /// Shares texts into the default inbox; returns the share's id.
  @discardableResult
  func share(_ texts: [String]) throws -> String {
    let files = try texts.enumerated().map { number, text in
      let path = scratch.file("shared \(number) \(CaptureID.fresh().text)")
      try TestFiles.write(path, text)
      return path
    }
    let run = try run("spark-share", ["--inbox", inbox, "--"] + files)
    return String(run.text.dropLast())
  }

  /// Keeps captures of these contents, each from a share of its own, which need no wait.
  @discardableResult
  func keep(_ texts: [String]) throws -> [CaptureRecord] {
    let ids = try texts.map { try share([$0]) }
    try run("spark-import")
    let captures = Captures(try tree())
    return try ids.map { text in
      let id = try #require(CaptureID(text))
      return try #require(try captures.find(id)).record
    }
  }

  @discardableResult
  func keep(_ text: String) throws -> CaptureRecord { try keep([text])[0] }

  /// Sends all that waits.
  func send() throws { try run("spark-send") }

  func exists(_ path: String) throws -> Bool {
    try tree().root.exists(RawPath(path))
  }

  /// Nothing of a capture is left in the store: not its id in any name, not its bytes.
  func expectGone(_ record: CaptureRecord, line: Int = #line) throws {
    let names = try TestTree.read(home, hashing: false).map(\.name)
    let left = names.filter { $0.contains(record.id.text) || $0.contains(record.object.hex) }
    #expect(left == [], "line \(line)")
  }

  /// The store is in order.
  func verify(line: Int = #line) throws { try run("spark-verify", says: "All is well", line: line) }

  func state(_ record: CaptureRecord) throws -> State? { try tree().outbox.state(of: record.id) }

  /// The ids of the moments at a register.
  func moments(_ register: RawPath? = nil) throws -> [String] {
    try TestTree.files((register ?? self.register).appending("moments"))
      .map { String($0.name.suffix(36)) }
  }
}
