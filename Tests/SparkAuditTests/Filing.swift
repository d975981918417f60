import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// A store whose captures were sent to a register, by the tools themselves.
final class Filing {
  let scratch: Scratch

  init(_ texts: [String: String], options: String = "") throws {
    scratch = try Scratch()
    setenv("SPARK_ALLOW_PURGEABLE", "1", 1)
    let address = RawPath(scratch.address.text + options)
    try run("spark-endpoint", ["set", address, "--name", "nas", "--ceiling", "none"])
    try keep(texts)
  }

  var register: RawPath { scratch.register }

  /// Shares files, takes them and sends them.
  func keep(_ texts: [String: String], isSent: Bool = true) throws {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      let path = scratch.file(name)
      try TestFiles.write(path, text)
      try run("spark-share", ["--inbox", scratch.home.appending("inbox"), "--", path])
    }
    try run("spark-import")
    if isSent { try run("spark-send") }
  }

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
  func audit(
    _ arguments: RawPath..., ends status: Int32 = 0, says text: String = "", line: Int = #line
  ) throws -> ToolRun {
    try run("spark-audit", arguments, ends: status, says: text, line: line)
  }

  /// The id of the capture with this name.
  func id(_ name: String) throws -> RawPath {
    for line in try run("spark-list").lines where line.hasSuffix(name) {
      return RawPath(String(line.prefix(36)))
    }
    throw TestKitError("no capture \(name)")
  }

  /// All receipts.
  func receipts() throws -> [RawPath] {
    try TestTree.files(scratch.home).filter { $0.name.hasSuffix(".receipt") }
      .map { scratch.home.appending($0.path) }
  }
}

/// Flips a bit in the middle of a file.
func spoil(_ path: RawPath, at part: Int = 2) throws {
  var bytes = try TestFiles.read(path)
  bytes[bytes.count / part] ^= 4
  let mode = try TestFiles.status(path).mode & 0o777
  try TestFiles.remove(path)
  try TestFiles.write(path, bytes, mode: mode)
}
