import Glibc
import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// Killed at each call that changes something, and run again.
struct KillTests {
  /// Runs a command with SIGKILL at each of these calls in turn, until one run meets none.
  private func sweep(
    _ calls: [String], _ command: ToolCall, _ fixture: KeyFixture, before: () throws -> Void,
    after: (String) throws -> Void
  ) throws -> Int {
    var killed = 0
    for call in calls {
      for number in 1...200 {
        try before()
        let run = try fixture.scratch.run(
          command.under([
            "strace", "-f", "-qq", "-o", "/dev/null", "-e",
            RawPath("inject=\(call):signal=KILL:when=\(number)"),
          ]))
        if run.status == 0 { break }
        #expect(run.status == nil || run.status == 137, "\(call) \(number): \(run)")
        killed += 1
        try after("\(call) \(number)")
      }
    }
    return killed
  }

  /// Whatever was just killed, the newest statement has its secret.
  private func expectNothingLost(_ fixture: KeyFixture, _ place: String) throws {
    let chain = try fixture.keys().chain()
    guard let newest = chain.newest else { return }
    let held = try fixture.keyring().identities[newest.generation]
    #expect(held?.recipient == newest.recipient, "\(place)")
    #expect(try fixture.pin()?.generation ?? 0 <= newest.generation, "\(place)")
  }

  @Test func rotateIsKilled() throws {
    let fixture = try KeyFixture()
    try fixture.keys().unlock(KeyFixture.answer)
    let kept = fixture.scratch.file("kept")
    try expect(fixture.scratch.run("cp", ["-a", fixture.config, kept]))
    let record = try fixture.tree().record()
    let calls = ["mkdirat", "write", "flock", "fsync", "renameat", "unlinkat"]
    let killed = try sweep(calls, fixture.call("rotate"), fixture) {
      try TestFiles.remove(fixture.config)
      try expect(fixture.scratch.run("cp", ["-a", kept, fixture.config]))
      try fixture.tree().replaceRecord(record)
      try fixture.keys().unlock(KeyFixture.answer)
    } after: { place in
      try expectNothingLost(fixture, place)
      let unlocked = try fixture.keys().identities()
      #expect(unlocked?[try fixture.keys().chain().statements.count] != nil, "\(place)")
      try expect(fixture.run("rotate"), place)
      try fixture.expectWhole()
      // A secret that had no statement yet has got one; a generation that was there is followed.
      let newest = try #require(try fixture.pin()?.generation)
      #expect(newest == 2 || newest == 3, "\(place)")
      #expect(try fixture.keys().identities()?.count == newest, "\(place)")
      #expect(try drafts(fixture) == [], "\(place)")
    }
    #expect(killed > 20)
  }

  @Test func newIsKilled() throws {
    let fixture = try KeyFixture(generations: 0)
    let record = try fixture.tree().record()
    let killed = try sweep(["fsync", "renameat"], fixture.call("new"), fixture) {
      try TestFiles.remove(fixture.config)
      try fixture.tree().replaceRecord(record)
    } after: { place in
      try expectNothingLost(fixture, place)
      let again = try fixture.run("new")
      // Killed after its last step it is done, and says so.
      #expect(again.status == 0 || again.status == 73, "\(place): \(again)")
      try fixture.expectWhole(1)
    }
    #expect(killed > 8)
  }

  @Test func addIsKilled() throws {
    let fixture = try KeyFixture(generations: 3)
    let copy = fixture.scratch.file("copy")
    try fixture.keys().export(to: copy, armored: false, KeyFixture.answer)
    let record = try fixture.tree().record()
    var bare = record
    bare.key = nil
    // The keyring is there with little in it, so that its factor stays what it is.
    var small = try fixture.keyring()
    small.identities = [1: try #require(small.identities[1])]
    small.root = nil
    let keyring = try Age.seal(
      small.serialized, passphrase: Array(KeyFixture.passphrase.utf8),
      workFactor: KeyFixture.workFactor)
    let killed = try sweep(
      ["write", "fsync", "renameat"], fixture.call("add", copy), fixture
    ) {
      try TestFiles.remove(fixture.file("statements"))
      try TestFiles.write(fixture.file(ConfigLayout.keyring), keyring, mode: 0o600)
      try fixture.tree().replaceRecord(bare)
    } after: { place in
      try expectNothingLost(fixture, place)
      #expect(try fixture.run("add", copy).status == 0, "\(place)")
      try fixture.expectWhole(3)
    }
    #expect(killed > 10)
  }

  @Test func forgetAndLockAreKilled() throws {
    let fixture = try KeyFixture(generations: 3)
    let before = try TestFiles.read(fixture.file(ConfigLayout.keyring))
    _ = try sweep(
      ["write", "fsync", "renameat", "unlinkat"], fixture.call("forget", "1"), fixture
    ) {
      try TestFiles.write(fixture.file(ConfigLayout.keyring), before, mode: 0o600)
      try fixture.keys().unlock(KeyFixture.answer)
    } after: { place in
      let again = try fixture.run("forget", "1")
      #expect(again.status == 0 || again.status == 1, "\(place): \(again)")
      #expect(try fixture.keyring().identities.keys.sorted() == [2, 3], "\(place)")
      #expect(try fixture.keys().identities()?.keys.sorted() == [2, 3], "\(place)")
    }
    _ = try sweep(["fsync", "renameat", "unlinkat"], fixture.call("unlock"), fixture) {
    } after: { place in
      #expect(try fixture.run("lock").status == 0, "\(place)")
      let left = try TestTree.files(fixture.runtime).map(\.name)
      #expect(left.filter { $0 != "spark/keys/lock" } == [], "\(place)")
    }
  }

  private func expect(_ run: ToolRun, _ place: String = "") {
    #expect(run.status == 0, "\(place): \(run)")
  }

  /// Two at once: one waits for the other, and each starts a generation.
  @Test func twoAtOnce() throws {
    let fixture = try KeyFixture()
    let all = try (0..<4).map { _ in try fixture.scratch.start(fixture.call("rotate")) }
    for run in all { #expect(try run.wait().status == 0) }
    try fixture.expectWhole(5)
  }

  private func drafts(_ fixture: KeyFixture) throws -> [String] {
    try (TestTree.files(fixture.config) + TestTree.files(fixture.runtime)).map(\.name)
      .filter { $0.hasSuffix(".new") }
  }
}
