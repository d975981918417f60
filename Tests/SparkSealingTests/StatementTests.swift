import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct StatementTests {
  enum Wrong: CaseIterable {
    case fork, otherRoot, flippedSignature, garbage, gap

    var sentence: String {
      switch self {
      case .fork: "There are two different statements of key generation 2"
      case .otherRoot, .flippedSignature:
        "The statement of key generation 2 is signed by someone else"
      case .garbage: "can't be read"
      case .gap: "follows that of generation 2, which this device does not hold"
      }
    }
  }

  /// The secret that signs, out of the file under the passphrase.
  private func root(_ fixture: Fixture) throws -> RootKey {
    let bytes = try TestFiles.read(fixture.keys.appending(ConfigLayout.keyring))
    let opened = try Age.open(bytes, passphrase: Array("correct horse".utf8))
    let keyring = try Keyring(parsing: opened)
    return try #require(keyring.root)
  }

  private func apply(_ wrong: Wrong, _ fixture: Fixture) throws {
    let keys = try fixture.keys
    let first = try Statement(checking: TestFiles.read(keys.appending(ConfigLayout.statement(1))))
    let path = keys.appending(ConfigLayout.statement(2))
    var bytes = try TestFiles.read(path)
    let recipient = Identity.fresh().recipient
    switch wrong {
    case .fork:
      bytes = Statement(recipient, after: first, time: .now(), signedBy: try root(fixture)).bytes
    case .otherRoot:
      bytes = Statement(recipient, after: first, time: .now(), signedBy: .fresh()).bytes
    case .flippedSignature: bytes[bytes.count - 4] ^= 1
    case .garbage: bytes = Array("Format: spark-statement 1\n".utf8)
    case .gap:
      try TestFiles.rename(path, to: keys.appending(ConfigLayout.statement(3)))
      return
    }
    try TestFiles.write(path, bytes, mode: 0o600)
  }

  @Test(arguments: Wrong.allCases)
  func whatContradictsTheStoreIsAVerdict(wrong: Wrong) throws {
    let fixture = try Fixture()
    let early = try fixture.keep(2)
    try fixture.rotate()
    fixture.expect(try fixture.seal(), 0)
    let late = try fixture.keep(2)
    let aside = fixture.scratch.file("aside")
    let statements = try fixture.keys.appending(ConfigLayout.statements)
    fixture.expect(try fixture.scratch.run("cp", ["-a", statements, aside]), 0)
    try apply(wrong, fixture)
    for run in [try fixture.seal(), try fixture.send()] {
      fixture.expect(run, 78, wrong.sentence)
      #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
    }
    #expect(try fixture.states(early) == [.sealed])
    #expect(try fixture.states(late) == [.sealing])
    #expect(try fixture.dropped("records") == [])
    #expect(try fixture.pin().generation == 2)
    try fixture.expectClean()

    try TestFiles.remove(statements)
    try TestFiles.rename(aside, to: statements)
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 4")
    try fixture.expectRecorded(early + late)
  }

  /// The configuration comes from a backup that is older than the store.
  @Test(arguments: [1, 0]) func anOlderStatementIsNotSealedFor(left: Int) throws {
    let fixture = try Fixture()
    let early = try fixture.keep(2)
    try fixture.rotate()
    fixture.expect(try fixture.seal(), 0)
    let late = try fixture.keep(2)
    let aside = fixture.scratch.file("aside")
    let statements = try fixture.keys.appending(ConfigLayout.statements)
    fixture.expect(try fixture.scratch.run("cp", ["-a", statements, aside]), 0)
    for generation in (left + 1)...2 {
      try TestFiles.remove(fixture.keys.appending(ConfigLayout.statement(generation)))
    }
    fixture.expect(
      try fixture.seal(), 75,
      "Waiting for key generation 2, which this device does not hold.")
    #expect(try fixture.states(late) == [.sealing])
    // What is sealed under the newest generation that was seen goes.
    fixture.expect(try fixture.send(), 3, "Recorded 2")
    #expect(try fixture.states(early) == [.done])
    #expect(try fixture.pin().generation == 2)
    try fixture.expectClean()
    try TestFiles.remove(statements)
    try TestFiles.rename(aside, to: statements)
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(early + late)
  }

  @Test func statementsThatAreAddedStartTheNextGeneration() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    let first = try Statement(
      checking: TestFiles.read(fixture.keys.appending(ConfigLayout.statement(1))))
    let identity = Identity.fresh()
    let root = try root(fixture)
    let file = fixture.scratch.file("statement")
    let second = Statement(identity.recipient, after: first, time: .now(), signedBy: root)
    try TestFiles.write(file, second.bytes)
    // Put there by hand, as a program of the organisation may: no tool of Spark has seen it yet.
    try TestFiles.write(
      fixture.keys.appending(ConfigLayout.statement(2)), second.bytes, mode: 0o600)
    fixture.expect(try fixture.send(), 3, "Waiting to be sealed: 2")
    #expect(try fixture.dropped("objects") == [])
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    #expect(try kept.allSatisfy { try fixture.sealed($0).key == second.pin })
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    // Only whoever has the other half can read it.
    let secret = fixture.scratch.file("identity")
    try TestFiles.write(secret, identity.text + "\n")
    let object = try fixture.atDrop(fixture.sealed(kept[0])).object
    let run = try fixture.scratch.run("age", ["-d", "-i", secret, object])
    #expect(run.output == kept[0].bytes, "\(run.errorText)")
    try fixture.expectClean()
  }
}
