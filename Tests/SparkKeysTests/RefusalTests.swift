import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// What is refused gets one sentence and changes nothing.
struct RefusalTests {
  let fixture: KeyFixture

  init() throws { fixture = try KeyFixture(generations: 2) }

  /// Runs `body` and checks that it has changed neither the keys nor the store.
  private func changingNothing(_ body: () throws -> Void) throws {
    let before = try [fixture.config, fixture.scratch.home, fixture.runtime].map {
      try TestTree.read($0)
    }
    try body()
    let after = try [fixture.config, fixture.scratch.home, fixture.runtime].map {
      try TestTree.read($0).filter { !$0.name.hasSuffix("spark/keys/lock") }
    }
    #expect(after == before)
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> RawPath {
    let path = fixture.scratch.file(name)
    try TestFiles.write(path, bytes)
    return path
  }

  @Test func aWrongPassphrase() throws {
    try TestFiles.write(fixture.scratch.file("pass"), "correct horse\n")
    let path = try fixture.file(ConfigLayout.keyring)
    try changingNothing {
      let calls: [[RawPath]] = [
        ["rotate"], ["unlock"], ["forget", "1"], ["export", fixture.scratch.file("copy")],
      ]
      for words in calls {
        let call = ToolCall(
          "spark-key", words + ["--passphrase-file", fixture.scratch.file("pass")]
        ).with("XDG_RUNTIME_DIR", fixture.runtime)
        fixture.expectRefused(
          try fixture.scratch.run(call), 77, .wrongPassphrase(path: path.text))
      }
      #expect(!TestFiles.exists(fixture.scratch.file("copy")))
    }
  }

  @Test func aKeyFileThatIsCutOff() throws {
    let path = try fixture.file(ConfigLayout.keyring)
    let whole = try TestFiles.read(path)
    for count in [0, 1, 21, 100, 150, 170, whole.count / 2, whole.count - 1] {
      try TestFiles.write(path, Array(whole[..<count]), mode: 0o600)
      try changingNothing {
        for verb in ["rotate", "unlock"] as [RawPath] {
          let run = try fixture.run(verb)
          #expect(run.status == 65 && run.output.isEmpty, "\(count): \(run)")
          #expect(run.errorText.split(separator: "\n").count == 1)
          #expect(run.errorText.contains("\(path.text) is cut off or damaged: "), "\(run)")
        }
      }
    }
    try TestFiles.write(path, whole, mode: 0o600)
    try fixture.expectWhole(2)
  }

  @Test func aStatementOfSomeoneElse() throws {
    let stranger = RootKey.fresh()
    let newest = try #require(try fixture.keys().newest())
    let other = Statement(
      Identity.fresh().recipient, after: newest, time: newest.record.time, signedBy: stranger)
    var forged = other.bytes
    let mine = Array("Root: \(newest.record.root.hex)".utf8)
    let start = try #require(
      forged.indices.first { forged[$0...].starts(with: Array("Root: ".utf8)) })
    forged.replaceSubrange(start..<start + mine.count, with: mine)
    for (name, bytes) in [("other", other.bytes), ("forged", forged)] {
      let path = try write(name, bytes)
      try changingNothing {
        fixture.expectRefused(
          try fixture.run("add", path), 65, .statementOfOther(generation: 3))
      }
    }
  }

  @Test func aForkAndAGap() throws {
    let root = try #require(try fixture.keyring().root)
    let chain = try fixture.keys().chain()
    func next(_ after: Statement?) throws -> Statement {
      Statement(
        Identity.fresh().recipient, after: after, time: chain.statements[0].record.time,
        signedBy: root)
    }
    let third = try next(chain.newest)
    let table: [(String, [UInt8], KeySentence)] = [
      ("fork", try next(chain[1]).bytes, .fork(generation: 2)),
      ("late fork", try next(next(chain[1])).bytes, .fork(generation: 2)),
      ("gap", try next(third).bytes, .gap(generation: 4, missing: 3)),
      ("half of it", third.bytes + chain.statements[1].bytes.dropLast(3), .nowLocked),
    ]
    for (name, bytes, sentence) in table {
      let path = try write(name, bytes)
      try changingNothing {
        let run = try fixture.run("add", path)
        if sentence == .nowLocked {
          #expect(run.status == 65 && run.errorText.contains("can't be read"), "\(run)")
        } else {
          fixture.expectRefused(run, 65, sentence)
        }
      }
    }
    let path = try write("older", chain.statements[0].bytes)
    try changingNothing {
      let run = try fixture.run("add", path)
      let sentence = KeySentence.statementOlder(generation: 1, newest: 2).text(.english)
      #expect(run.status == 0 && run.text == sentence + "\n" && run.error.isEmpty)
    }
    #expect(try fixture.run("add", try write("third", third.bytes)).status == 0)
    #expect(try fixture.pin() == third.pin)
  }

  @Test func statementsThatAreLostOrChanged() throws {
    let second = try fixture.file(ConfigLayout.statement(2))
    let whole = try TestFiles.read(second)
    // Fewer than the store has seen: nothing is sealed for an old generation, none is started.
    try TestFiles.remove(second)
    let keys = try fixture.keys()
    #expect(throws: SparkError.self) { try keys.newest() }
    try changingNothing {
      fixture.expectRefused(try fixture.run("rotate"), 78, .behind(newest: 1, seen: 2))
    }
    try TestFiles.write(second, whole, mode: 0o600)
    let first = try fixture.file(ConfigLayout.statement(1))
    let bytes = try TestFiles.read(first)
    try TestFiles.remove(first)
    fixture.expectRefused(try fixture.run("list"), 65, .gap(generation: 2, missing: 1))
    try TestFiles.write(first, whole, mode: 0o600)
    #expect(try fixture.run("list").status == 65)
    try TestFiles.write(first, bytes.map { $0 == 0x31 ? 0x32 : $0 }, mode: 0o600)
    #expect(try fixture.run("list").status == 65)
    try TestFiles.write(first, bytes, mode: 0o600)
    try fixture.expectWhole(2)
  }

  @Test func wherePassphrasesCannotComeFrom() throws {
    let words: [(String, Int32, KeySentence)] = [
      ("", 78, .emptyPassphrase), ("\n", 78, .emptyPassphrase),
      ("a\nb\n", 78, .passphraseLines(path: fixture.scratch.file("pass").text)),
      ("a\u{0}b", 78, .passphraseLines(path: fixture.scratch.file("pass").text)),
    ]
    try changingNothing {
      for (text, status, sentence) in words {
        try TestFiles.write(fixture.scratch.file("pass"), text)
        fixture.expectRefused(try fixture.run("unlock"), status, sentence)
      }
      let call = ToolCall("spark-key", ["unlock"]).under(["setsid", "-w"])
        .with("XDG_RUNTIME_DIR", fixture.runtime)
      fixture.expectRefused(try fixture.scratch.run(call), 78, .noTerminal)
    }
  }

  @Test func whereNoKeyIsUnlocked() throws {
    let open = fixture.scratch.file("open")
    try TestFiles.makeDirectory(open, mode: 0o755)
    let table: [(RawPath?, KeySentence)] = [
      (nil, .noRuntime), ("", .noRuntime), ("relative", .noRuntime),
      (fixture.scratch.file("nothing"), .noRuntime), (open, .runtimeNotPrivate(path: open.text)),
    ]
    try changingNothing {
      for (runtime, sentence) in table {
        for verb in ["unlock", "lock"] as [RawPath] {
          let call = fixture.call(verb).with("XDG_RUNTIME_DIR", runtime)
          fixture.expectRefused(try fixture.scratch.run(call), 78, sentence)
        }
      }
      let run = try fixture.run("unlock", "--endpoint", "nas")
      #expect(run.status == 78 && run.errorText.split(separator: "\n").count == 1)
    }
    #expect(try TestFiles.names(open).isEmpty)
    let noStore = try fixture.scratch.run(
      ToolCall("spark-key", ["unlock", "--home", fixture.scratch.file("none")]))
    #expect(noStore.status == 78 && noStore.errorText.split(separator: "\n").count == 1)
  }
}
