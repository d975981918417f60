import SparkFormat
import SparkSystem
import SparkTestKit

/// A store seen through the built tools, and through its records on disk.
final class Store: Sendable {
  let scratch: Scratch
  let home: RawPath
  let inbox: RawPath
  /// Who runs the tools; nil for whoever runs the tests.
  let user: UInt32?
  let groups: [UInt32]

  init(
    _ scratch: Scratch, home: RawPath? = nil, inbox: RawPath? = nil, user: UInt32? = nil,
    groups: [UInt32] = []
  ) throws {
    self.scratch = scratch
    self.home = home ?? scratch.home
    self.inbox = inbox ?? scratch.inbox
    self.user = user
    self.groups = groups
    if let user {
      for path in [self.home, self.inbox] {
        if !TestFiles.exists(path) { try TestFiles.makeDirectory(path, mode: 0o700) }
        try TestFiles.setOwner(path, user)
      }
    }
  }

  convenience init() throws { try self.init(Scratch()) }

  /// The same home and inbox, given to another user.
  func asUser(_ user: UInt32, groups: [UInt32] = []) throws -> Store {
    try Store(scratch, home: home, inbox: inbox, user: user, groups: groups)
  }

  func file(_ name: String) -> RawPath { inbox.appending(name) }

  func put(_ name: String, _ text: String) throws { try TestFiles.write(file(name), text) }

  // MARK: Tools

  func call(_ tool: String, _ arguments: [RawPath] = []) -> ToolCall {
    let call = ToolCall(tool, arguments).with("SPARK_HOME", home)
    return user.map { call.asUser($0, groups: groups) } ?? call
  }

  /// Runs `spark-import INBOX`, which must end like this.
  @discardableResult
  func take(_ options: [RawPath] = [], ends status: Int32 = 0, line: Int = #line) throws -> ToolRun
  {
    let run = try scratch.run(call("spark-import", options + [inbox]))
    try check(run.status == status, "import ended with \(run)", line: line)
    return run
  }

  /// Starts `spark-import --watch INBOX`.
  func watch(_ options: [RawPath] = []) throws -> Running {
    try scratch.start(call("spark-import", ["--watch"] + options + [inbox]))
  }

  /// Shares files as one share; returns its id.
  @discardableResult
  func share(_ arguments: [RawPath]) throws -> String {
    let run = try scratch.run(call("spark-share", ["--inbox", inbox] + arguments))
    try check(run.status == 0, "share ended with \(run)")
    return String(run.text.dropLast())
  }

  func status() throws -> String {
    let run = try scratch.run(call("spark-status"))
    try check(run.status == 0, "status ended with \(run)")
    return run.text
  }

  /// Says that the status has this line for a name in the inbox.
  func checkNote(_ name: String, _ sentence: String, line: Int = #line) throws {
    let text = try status()
    try check(
      text.contains("  \(name): \(sentence)"), "no '\(name): \(sentence)' in\n\(text)", line: line)
  }

  func cat(_ id: String) throws -> [UInt8] {
    let run = try scratch.run(call("spark-cat", [RawPath(id)]))
    try check(run.status == 0, "cat ended with \(run)")
    return run.output
  }

  /// A line of `spark-list -0`.
  struct Listed { let id: String, state: String, size: Int64, time: String, name: [UInt8] }

  func list() throws -> [Listed] {
    let run = try scratch.run(call("spark-list", ["-0"]))
    try check(run.status == 0, "list ended with \(run)")
    return run.output.split(separator: 0).map { line in
      let fields = line.split(separator: 9, maxSplits: 4, omittingEmptySubsequences: false)
      let texts = fields.prefix(4).map { String(decoding: $0, as: UTF8.self) }
      return Listed(
        id: texts[0], state: texts[1], size: Int64(texts[2]) ?? -1, time: texts[3],
        name: Array(fields[4]))
    }
  }

  /// Checks the whole store with `spark-verify`.
  func verify() throws {
    guard TestFiles.exists(home.appending("version")) else { return }
    let run = try scratch.run(call("spark-verify"))
    try check(run.status == 0, "verify ended with \(run)")
  }

  // MARK: Records

  /// The tree that import serves.
  var tree: RawPath { home.appending("endpoints/1") }

  /// The truths of all trees.
  func truths() throws -> [CaptureRecord] {
    var found: [CaptureRecord] = []
    for number in try TestFiles.names(home.appending("endpoints")) {
      let captures = home.appending("endpoints").appending(number).appending("captures")
      for entry in try TestTree.read(captures, hashing: false)
      where entry.kind == .regular && !entry.name.hasSuffix(".receipt") {
        found.append(try CaptureRecord(parsing: try TestFiles.read(captures.appending(entry.path))))
      }
    }
    return found
  }

  /// The one truth with this name.
  func truth(_ name: String, line: Int = #line) throws -> CaptureRecord {
    let all = try truths().filter { $0.name == FileName(name) }
    try check(all.count == 1, "\(all.count) captures are named \(name)", line: line)
    return all[0]
  }

  /// The bytes of the one capture with this name.
  func bytes(_ name: String, line: Int = #line) throws -> [UInt8] {
    try cat(try truth(name, line: line).id.text)
  }

  func objectPath(_ digest: Digest) -> RawPath { tree.appending(TreeLayout.object(digest)) }

  /// The objects' digests.
  func objects() throws -> [String] {
    try TestTree.read(tree.appending("objects"), hashing: false)
      .filter { $0.kind == .regular }.map { String($0.name.suffix(64)) }
  }

  /// What lies in the inbox, `.spark` left out, sorted.
  func left() throws -> [String] {
    try TestTree.read(inbox, hashing: false).map(\.name)
      .filter { !$0.isEmpty && $0 != ".spark" && !$0.hasPrefix(".spark/") }
  }

  /// How many claims stand.
  func claims() throws -> Int {
    try TestTree.read(inbox.appending(".spark/claims"), hashing: false)
      .filter { $0.path.count(where: { $0 == UInt8(ascii: "/") }) == 1 }.count
  }

  /// Sets the ceiling of a store that has no endpoint yet.
  func setCeiling(_ text: String) throws {
    let record = tree.appending("endpoint")
    let lines = String(decoding: try TestFiles.read(record), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("Ceiling:") ? "Ceiling: \(text)" : String($0) }
    try TestFiles.write(record, lines.joined(separator: "\n"), mode: 0o600)
  }

  /// Makes the store before anything is dropped.
  func make() throws { try take() }
}
