import SparkSystem
import SparkTestKit
import Testing

struct RunningTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func bytesGoThroughUnchanged() throws {
    let odd: [UInt8] = [0xff, 0x0a, 0x1b, 0x20]
    let run = try scratch.run("printf", ["%s|", RawPath(odd), "", "-x"])
    #expect(run.status == 0)
    #expect(run.output == odd + Array("||-x|".utf8))
    let noise = TestFiles.noise(300_000, seed: 1)
    let copy = try scratch.run(ToolCall("cat").reading(noise))
    #expect(copy.output == noise)
  }

  @Test func endsAreToldApart() throws {
    let three = try scratch.run("sh", ["-c", "echo a; echo b >&2; exit 3"])
    #expect(three.status == 3 && three.text == "a\n" && three.errorText == "b\n")
    let killed = try scratch.run("sh", ["-c", "kill -TERM $$"])
    #expect(killed.status == nil && killed.signal == 15)
    #expect(throws: TestKitError.self) { try scratch.run("spark-none") }
    #expect(throws: TestKitError.self) { try scratch.run("no-such-program") }
  }

  @Test func whatTakesTooLongIsKilledWithItsChildren() throws {
    let marker = scratch.file("pid")
    let script = RawPath("sleep 100 & echo $! > '\(marker.text)'; wait")
    let run = try scratch.run("sh", ["-c", script], timeout: 0.5)
    #expect(run.timedOut && run.signal == 9)
    let child = String(decoding: try TestFiles.read(marker), as: UTF8.self).filter(\.isNumber)
    try eventually("the grandchild is gone") { !TestFiles.exists(RawPath("/proc/\(child)/fd/0")) }
  }

  @Test func aRunningProgramCanBeTalkedTo() throws {
    var call = ToolCall(
      "sh", ["-c", "trap 'echo term; exit 7' TERM; read line; echo $line; read x"])
    call.input = .open
    let running = try scratch.start(call)
    running.send(Array("hello\n".utf8))
    try eventually("it answers") { try running.outputSoFar() == Array("hello\n".utf8) }
    #expect(running.isRunning)
    running.signal(15)
    // A shell runs its trap once its `read` returns.
    running.endInput()
    let run = try running.wait()
    #expect(run.text.hasPrefix("hello\n"))
    #expect(!running.isRunning)
  }

  @Test func surroundings() throws {
    let shown = try scratch.run(
      ToolCall("sh", ["-c", "echo $SPARK_HOME $TZ $EXTRA; trap"]).with("EXTRA", "e").with("TZ", nil)
    )
    #expect(shown.text == "\(scratch.home.text) e\n")
    var call = ToolCall("pwd")
    call.directory = scratch.inbox
    #expect(try scratch.run(call).text == scratch.inbox.text + "\n")
  }

  @Test func unusualOutputs() throws {
    #expect(try scratch.run(ToolCall("echo", ["x"]).writing(to: .file("/dev/full"))).status == 1)
    #expect(try scratch.run(ToolCall("env", ["echo", "x"]).writing(to: .closed)).status != 0)
    // SIGPIPE is not ignored in the child, though it is in the tests.
    #expect(try scratch.run(ToolCall("yes").writing(to: .brokenPipe)).signal == 13)
  }

  @Test(.enabled(if: Environment.user == 0, "needs root")) func anotherUser() throws {
    let run = try scratch.run(ToolCall("id", ["-u"]).asUser(4242))
    #expect(run.text == "4242\n")
    let closed = scratch.file("closed")
    try TestFiles.makeDirectory(closed, mode: 0o700)
    try scratch.run("cp", ["/usr/bin/id", closed])
    #expect(try scratch.run(ToolCall(closed.appending("id").text).asUser(4242)).status == 0)
    try TestFiles.write(scratch.file("secret"), "x", mode: 0o600)
    #expect(try scratch.run(ToolCall("cat", [scratch.file("secret")]).asUser(4242)).status == 1)
  }
}
