import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

struct AddTests {
  let fixture: KeyFixture
  let copy: RawPath

  init() throws {
    fixture = try KeyFixture(generations: 2)
    copy = fixture.scratch.file("copy.age")
  }

  private func export(_ more: RawPath...) throws -> ToolRun {
    try fixture.scratch.run(
      ToolCall(
        "spark-key", ["export", copy, "--passphrase-file", fixture.scratch.file("pass")] + more))
  }

  private func payload() throws -> [UInt8] {
    let bytes = try TestFiles.read(copy)
    return try Age.open(
      Armor.begins(bytes) ? Armor.decode(bytes) : bytes,
      passphrase: Array(KeyFixture.passphrase.utf8))
  }

  @Test func anExportBringsAllBack() throws {
    for armor in [false, true] {
      try TestFiles.remove(copy)
      #expect(try export(armor ? "--armor" : "-q").status == 0)
      #expect(try TestFiles.status(copy).mode == 0o600)
      #expect(Armor.begins(try TestFiles.read(copy)) == armor)
      let whole = try TestTree.read(fixture.config).filter { $0.name.contains("statements") }
      let keyring = try fixture.keyring().serialized
      let tag = try fixture.keys().tagSecret()
      try TestFiles.remove(fixture.config)
      let run = try fixture.run("add", copy)
      #expect(run.status == 0, "\(run)")
      #expect(run.lines.first == "Statements added: 2, secret keys added: 2.")
      #expect(try TestTree.read(fixture.config).filter { $0.name.contains("statements") } == whole)
      #expect(try fixture.keyring().serialized == keyring)
      #expect(try fixture.keys().tagSecret() == tag)
      try fixture.expectWhole(2)
      let again = try fixture.run("add", copy)
      #expect(again.status == 0 && again.text == KeySentence.nothingNew.text(.english) + "\n")
    }
    #expect(try fixture.run("rotate").status == 0)
    try fixture.expectWhole(3)
  }

  @Test func aRestoredStoreGetsNoSecondTagUnasked() throws {
    let statement = fixture.scratch.file("statement")
    let newest = try #require(try fixture.keys().newest())
    for one in try fixture.keys().chain().statements where one.generation == 1 {
      try TestFiles.write(statement, one.bytes)
    }
    try TestFiles.remove(fixture.config)
    let name = try fixture.tree().record().name
    fixture.expectRefused(try fixture.run("add", statement), 78, .tagMissing(name: name))
    #expect(throws: SparkError.self) { try fixture.keys().tagSecret() }
    #expect(try fixture.run("add", "--new-tag", statement).status == 0)
    let tag = try fixture.keys().tagSecret()
    #expect(try fixture.keys().tagSecret() == tag)
    // A store that has seen no key yet gets its tag with the first statement.
    let fresh = try KeyFixture(generations: 0)
    #expect(try fresh.run("add", statement).status == 0)
    #expect(try fresh.keys().tagSecret() != tag && newest.generation == 2)
  }

  @Test func anExportIsAPlainAgeFile() throws {
    #expect(try export().status == 0)
    fixture.expectRefused(try export(), 73, .fileThere(path: copy.text))
    let newest = try #require(try fixture.keys().newest())
    let plain = fixture.scratch.file("identities")
    let sealed = fixture.scratch.file("sealed")
    try TestFiles.write(plain, try payload(), mode: 0o600)
    try TestFiles.write(sealed, try Age.seal(Array("hello".utf8), to: [newest.recipient]))
    let opened = try fixture.scratch.run("age", ["-d", "-i", plain, sealed])
    #expect(opened.status == 0 && opened.text == "hello", "\(opened)")
    let said = try fixture.scratch.run("sed", ["-n", "s/^#> //p", plain])
    let statements = try fixture.keys().chain().statements
    #expect(said.output == statements.flatMap(\.bytes))
  }

  @Test func anExportOfAnotherRootIsRefused() throws {
    #expect(try export().status == 0)
    let other = try KeyFixture()
    let run = try other.run("add", copy)
    other.expectRefused(run, 65, .statementOfOther(generation: 1))
    // The store remembers its organisation, whatever is left of the configuration.
    try TestFiles.remove(other.config)
    other.expectRefused(try other.run("add", copy), 65, .statementOfOther(generation: 1))
    let none = try KeyFixture(generations: 0)
    #expect(try none.run("add", copy).status == 0)
    try none.expectWhole(2)
  }

  @Test func anExportMayHaveAPassphraseOfItsOwn() throws {
    let second = fixture.scratch.file("second")
    try TestFiles.write(second, "another one")
    #expect(try export("--file-passphrase-file", second).status == 0)
    try TestFiles.remove(fixture.config)
    fixture.expectRefused(
      try fixture.run("add", copy), 77, .wrongPassphrase(path: copy.text))
    #expect(try fixture.run("add", copy, "--file-passphrase-file", second).status == 0)
    let bytes = try TestFiles.read(fixture.file(ConfigLayout.keyring))
    #expect(throws: Never.self) { try Age.open(bytes, passphrase: Array("another one".utf8)) }
  }

  @Test func aStatementAndThenItsIdentity() throws {
    let device = try KeyFixture(generations: 0)
    let path = device.scratch.file("file")
    let chain = try fixture.keys().chain()
    let identity = try #require(try fixture.keyring().identities[2])
    try TestFiles.write(path, "# a comment\n\n\(identity.text)\n")
    device.expectRefused(try device.run("add", path), 78, .identityUnnamed(path: path.text))
    let statements = device.scratch.file("statements")
    try TestFiles.write(statements, chain.statements.flatMap(\.bytes))
    let added = try device.run("add", statements)
    #expect(added.lines.first == "Statements added: 2, secret keys added: 0.", "\(added)")
    #expect(try device.keys().newest() == chain.newest)
    #expect(try device.pin() == chain.newest?.pin)
    device.expectRefused(try device.run("unlock"), 78, .noSecrets(name: "nowhere"))
    device.expectRefused(try device.run("rotate"), 78, .noSecrets(name: "nowhere"))
    #expect(try device.run("add", path).lines.first == "Statements added: 0, secret keys added: 1.")
    device.expectRefused(try device.run("rotate"), 78, .noRoot)
    #expect(try device.run("unlock").status == 0)
    #expect(try device.keys().identities()?.keys.sorted() == [2])
    #expect(try device.run("list").text.contains("\tmissing\t"))
  }

  @Test func anOldExportDoesNotTakeTheStoreBack() throws {
    #expect(try export().status == 0)
    try fixture.keys().rotate(KeyFixture.answer)
    let pin = try fixture.pin()
    try TestFiles.remove(fixture.config)
    #expect(try fixture.run("add", copy).status == 0)
    #expect(try fixture.pin() == pin)
    fixture.expectRefused(try fixture.run("rotate"), 78, .behind(newest: 2, seen: 3))
  }

  @Test func theEndpointsRecordKeepsItsKey() throws {
    let pin = try #require(try fixture.pin())
    let set = try fixture.scratch.run("spark-endpoint", ["set", fixture.scratch.register])
    #expect(set.status == 0)
    #expect(try fixture.pin() == pin)
    let ceiling = try fixture.scratch.run(
      "spark-endpoint", ["set", fixture.scratch.register, "--ceiling", "none"])
    #expect(ceiling.status == 0)
    #expect(try fixture.pin() == pin)
  }

  @Test func secretsOfOtherStatementsAreRefused() throws {
    let keyring = try fixture.keyring()
    let path = fixture.scratch.file("keyring")
    let mine = try fixture.file(ConfigLayout.keyring)
    let kept = try TestFiles.read(mine)
    let swapped = Keyring(
      root: keyring.root, tag: keyring.tag,
      identities: [1: try #require(keyring.identities[2]), 2: try #require(keyring.identities[1])])
    let rooted = Keyring(root: .fresh(), tag: keyring.tag, identities: keyring.identities)
    for other in [swapped, rooted] {
      try TestFiles.write(path, other.serialized)
      fixture.expectRefused(
        try fixture.run("add", path), 65, .keyringOfOther(path: path.text, generation: 1))
      // The same where it stands in the place of the right one.
      let sealed = try Age.seal(
        other.serialized, passphrase: Array(KeyFixture.passphrase.utf8),
        workFactor: KeyFixture.workFactor)
      try TestFiles.write(mine, sealed, mode: 0o600)
      for verb in ["unlock", "rotate"] as [RawPath] {
        fixture.expectRefused(
          try fixture.run(verb), 65, .keyringOfOther(path: mine.text, generation: 1))
      }
      try TestFiles.write(mine, kept, mode: 0o600)
    }
    try fixture.expectWhole(2)
    #expect(try fixture.keys().identities() == nil)
  }

  @Test func otherFilesAreNothingToAdd() throws {
    let path = fixture.scratch.file("file")
    for text in ["", "\n", "hello\n", "# only a comment\n", "age1qqqq\n", "AGE-SECRET-KEY-1QQ\n"] {
      try TestFiles.write(path, text)
      fixture.expectRefused(try fixture.run("add", path), 65, .nothingToAdd(path: path.text))
    }
    #expect(try export().status == 0)
    let whole = try TestFiles.read(copy)
    for count in [30, 160, whole.count - 1] {
      try TestFiles.write(path, Array(whole[..<count]))
      let run = try fixture.run("add", path)
      #expect(run.status == 65 && run.errorText.contains("is cut off or damaged"), "\(run)")
    }
    try TestFiles.write(path, try payload().dropLast(20))
    #expect(try fixture.run("add", path).status == 65)
    #expect(try fixture.run("add", fixture.scratch.path).status == 74)
  }
}
