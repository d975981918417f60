import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkStore

/// spark-list, spark-show and spark-cat as a person runs them.
struct ReadingTests {
  private static let names: [[UInt8]] = [
    Array("a b".utf8), Array("-x".utf8), Array("a\nb".utf8), Array("\u{1b}[31mred".utf8),
    [0x66, 0xff, 0xfe], Array("e\u{301}.txt".utf8), Array("\u{e9}.txt".utf8),
    Array("😀".utf8), Array("\u{202e}gpj.exe".utf8), Array(repeating: 0x61, count: 255),
    Array("A".utf8), Array("a".utf8), Array("con".utf8), Array("100%".utf8), Array("a\\b".utf8),
    Array("\ttab".utf8),
  ]

  @Test func hostileNamesComeBackAsTheyWere() throws {
    let store = try StoreFixture()
    var expected: [String: [UInt8]] = [:]
    for name in Self.names { expected[try store.capture(FileName(name)).id.text] = name }
    let zero = try store.scratch.run("spark-list", ["-0"])
    #expect(zero.status == 0)
    let records = zero.output.split(separator: 0)
    #expect(records.count == Self.names.count)
    for record in records {
      let fields = record.split(separator: 9, maxSplits: 4, omittingEmptySubsequences: false)
      let id = String(decoding: fields[0], as: UTF8.self)
      #expect(expected[id] == Array(fields[4]))
      #expect(String(decoding: fields[1], as: UTF8.self) == "staged")
    }
    let list = try store.scratch.run("spark-list")
    #expect(list.lines.count == Self.names.count)
    #expect(list.output.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a || $0 == 0x09 })
    for line in list.lines {
      let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
      let name = FileName(encoded: String(fields[4]))
      #expect(name?.bytes == expected[String(fields[0])])
    }
  }

  @Test func listsAreFilteredByState() throws {
    let store = try StoreFixture()
    let held = try store.capture(FileName("held"), "1")
    let sent = try store.capture(FileName("sent"), "2", seconds: 0)
    try store.send(sent)
    func ids(_ arguments: RawPath...) throws -> [String] {
      try store.scratch.run("spark-list", arguments).lines.map { String($0.prefix(36)) }
    }
    #expect(try ids() == [sent.id.text, held.id.text])
    #expect(try ids("--state", "sent") == [sent.id.text])
    #expect(try ids("--state", "done") == [sent.id.text])
    #expect(try ids("--state", "held") == [held.id.text])
    #expect(try ids("--state", "staged") == [held.id.text])
    #expect(try ids("--state", "blocked") == [])
    #expect(try store.scratch.run("spark-list", ["--state", "x"]).status == 64)
  }

  @Test func aTornTruthDoesNotHideTheOthers() throws {
    let store = try StoreFixture()
    let torn = try store.capture()
    try store.capture(FileName("b"), "b")
    try store.replace(store.truthPath(torn), [])
    let run = try store.scratch.run("spark-list")
    #expect(run.status == 3 && run.lines.count == 1 && run.errorText.contains(torn.id.text))
  }

  @Test func catGivesTheBytesAndChecksThem() throws {
    let store = try StoreFixture()
    let record = try store.capture()
    let id = RawPath(record.id.text)
    let whole = try store.scratch.run("spark-cat", [id])
    #expect(whole.status == 0 && whole.text == "hello")
    // Two captures made in one go may begin alike, so the whole time and more is given.
    let short = try store.scratch.run("spark-cat", [RawPath(record.id.text.prefix(23).utf8)])
    #expect(short.text == "hello")
    try store.replace(store.objectPath(record), Array("jello".utf8))
    let damaged = try store.scratch.run("spark-cat", [id])
    #expect(damaged.status == 65 && damaged.text == "jello")
    #expect(damaged.errorText.contains("no longer match their name"))
    try TestFiles.remove(store.objectPath(record))
    let lost = try store.scratch.run("spark-cat", [id])
    #expect(lost.status == 65 && lost.errorText.contains("gone from this device"))
  }

  @Test func idsMustBeThereAndTheOnlyOne() throws {
    let store = try StoreFixture()
    let first = try store.capture()
    try store.capture(FileName("b"), "b")
    func status(_ id: String) throws -> Int32? {
      try store.scratch.run("spark-show", [RawPath(id)]).status
    }
    #expect(try status(String(first.id.text.prefix(7))) == 65)
    #expect(try status(String(first.id.text.prefix(8))) == 65)
    #expect(try status("00000000-0000-7000-8000-000000000000") == 1)
    #expect(try status("../../../etc/passwd") == 65)
    #expect(try status(first.id.text) == 0)
  }

  @Test func showTellsTheStory() throws {
    let store = try StoreFixture()
    let record = try store.capture(FileName("a\u{1b}b"))
    try store.send(record)
    let run = try store.scratch.run("spark-show", [RawPath(record.id.text)])
    #expect(run.lines.contains("Name: a%1Bb"))
    #expect(run.lines.contains("State: done"))
    #expect(run.lines.contains("ReceiptRegister: \(StoreFixture.register)"))
    #expect(
      run.lines.contains(
        "ObjectPath: endpoints/1/objects/\(record.object.shard)/\(record.object.hex)"))
    let json = try store.scratch.run("spark-show", ["--json", RawPath(record.id.text)])
    #expect(json.text.hasPrefix("{\"id\":\"\(record.id.text)\""))
    #expect(json.text.contains("\"size\":5,"))
  }

  @Test func withoutAStoreEachToolSaysSo() throws {
    let scratch = try Scratch()
    let calls: [(String, [RawPath])] = [
      ("spark-status", []), ("spark-list", []), ("spark-show", ["00000000"]),
      ("spark-cat", ["00000000"]), ("spark-verify", []),
    ]
    for (tool, arguments) in calls {
      let run = try scratch.run(tool, arguments)
      #expect(run.status == 78 && run.output.isEmpty)
      #expect(run.errorText.hasPrefix("\(tool): error: There is no store at "))
    }
  }

  @Test func statusAnswersWithItsExitStatus() throws {
    let store = try StoreFixture()
    func check() throws -> Int32? { try store.scratch.run("spark-status", ["--check"]).status }
    #expect(try check() == 0)
    let record = try store.capture()
    #expect(try check() == 1)
    #expect(try store.scratch.run("spark-status").status == 0)
    try store.send(record)
    let sent = try store.scratch.run("spark-status", ["--check"])
    #expect(sent.status == 0)
    #expect(
      sent.lines.first == "All sent. Everything captured on this device has reached nas.")
    let korean = try store.scratch.run(ToolCall("spark-status").with("LC_ALL", "ko_KR.UTF-8"))
    #expect(korean.lines.first?.hasPrefix("모두 보냈습니다.") == true)
    let blocked = try store.capture(FileName("b"), "b")
    _ = try store.tree.outbox.move(blocked.id, .staged, .blocked)
    #expect(try check() == 2)
    #expect(
      try store.scratch.run("spark-status", ["--json"]).text.contains("\"verdict\":\"stopped\""))
    #expect(
      try store.scratch.run("spark-status", ["--prometheus"]).lines
        .contains("spark_rows{endpoint=\"nas\",state=\"blocked\"} 1"))
  }

  @Test func verifyAnswersWithItsExitStatus() throws {
    let store = try StoreFixture()
    let record = try store.capture()
    let well = try store.scratch.run("spark-verify")
    #expect(well.status == 0 && well.lines == ["All is well: 1 capture, 1 object (5 bytes)."])
    try TestFiles.remove(store.path(TreeLayout.row(record.id, .staged)))
    let found = try store.scratch.run("spark-verify", ["--json"])
    #expect(found.status == 1 && found.lines.count == 2)
    #expect(
      found.lines[0].hasPrefix("{\"flaw\":\"rowMissing\",\"path\":\"endpoints/1/outbox/staged/"))
    let mended = try store.scratch.run("spark-verify", ["--repair"])
    #expect(mended.status == 0 && mended.lines.first?.contains("Mended: ") == true)
    #expect(try store.scratch.run("spark-verify", ["-q"]).output.isEmpty)
  }
}
