import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkRegister

@Suite struct WitnessTests {
  private let fixture: LogFixture
  private let file: RawPath

  init() throws {
    fixture = try LogFixture()
    file = fixture.scratch.file("guard")
    _ = try Witness.make(file, name: "guard.example")
    try fixture.landAll(0..<300)
  }

  /// Signs, and says what the witness refuses with.
  private func sign() throws -> String? {
    let witness = try Witness(file)
    do throws(SparkError) {
      try witness.sign(fixture.scratch.register) { signed, register throws(SparkError) in
        _ = try witness.publish(signed, in: register)
      }
      return nil
    } catch {
      #expect(error.code == .refused)
      return error.message
    }
  }

  private var kept: RawPath { fixture.scratch.file("kept") }

  /// Puts the register aside as it is now.
  private func keep() throws { try copy(fixture.scratch.register, to: kept) }

  private func restore() throws {
    try TestFiles.remove(fixture.scratch.register)
    try TestFiles.rename(kept, to: fixture.scratch.register)
  }

  private func copy(_ from: RawPath, to: RawPath) throws {
    let run = try fixture.scratch.run("cp", ["-a", from, to])
    #expect(run.status == 0)
  }

  @Test func itSignsWhatGoesOn() throws {
    #expect(try sign() == nil)
    let key = try Witness(file).key
    let name = try #require(
      try TestTree.files(fixture.folder.appending("witness")).first?.name)
    #expect(key.text.contains("+\(name)+"))
    let path = fixture.folder.appending("witness").appending(name)
    let note = try SignedNote(parsing: TestFiles.read(path))
    #expect(key.verifies(note) == true && fixture.log.key.verifies(note) == true)
    #expect(try TestFiles.status(file).mode & 0o777 == 0o600)
    try fixture.landAll(300..<301)
    #expect(try sign() == nil)
    let signed = try SignedCheckpoint(TestFiles.read(path), key: fixture.log.key)
    #expect(signed.size == 301)
    #expect(try fixture.audit().isEmpty)
    // The same log again is the same log.
    #expect(try sign() == nil)
  }

  @Test func whatWasSetBackIsRefused() throws {
    try keep()
    try fixture.landAll(300..<310)
    #expect(try sign() == nil)
    try restore()
    #expect(try #require(try sign()).contains("was set back"))
    // And it does not forget by refusing.
    #expect(try #require(try sign()).contains("was set back"))
  }

  @Test func whatWasRewrittenIsRefused() throws {
    try keep()
    try fixture.landAll(300..<310)
    #expect(try sign() == nil)
    try restore()
    try fixture.reopenAnew()
    try fixture.landAll(400..<420)
    #expect(fixture.log.size == 320)
    #expect(try #require(try sign()).contains("can't show"))
    #expect(TestFiles.exists(fixture.folder.appending("witness")) == false)
  }

  @Test func anotherKeyIsRefused() throws {
    #expect(try sign() == nil)
    let signed = fixture.log.checkpoint.checkpoint
    let mallory = NoteSigner.fresh(name: fixture.log.key.name, kind: .log)
    let note = SignedNote(text: signed.text, signatures: [mallory.sign(signed.text)])
    try TestFiles.replace(fixture.folder.appending("checkpoint"), note.serialized)
    try TestFiles.replace(
      fixture.folder.appending("public-key"), Array("\(mallory.key.text)\n".utf8))
    #expect(try #require(try sign()).contains("another key"))
  }

  @Test func aLogWhoseTilesAreNotItsOwnIsRefused() throws {
    let path = fixture.folder.appending("tile/0/001.p/44")
    var bytes = try TestFiles.read(path)
    bytes[3] ^= 1
    try TestFiles.replace(path, bytes)
    #expect(try sign() != nil)
    #expect(!TestFiles.exists(fixture.scratch.file("guard.seen")))
  }

  @Test func whatItHasSeenIsNotTakenFromADamagedFile() throws {
    #expect(try sign() == nil)
    let path = fixture.scratch.file("guard.seen")
    let bytes = try TestFiles.read(path)
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1 << UInt8(place % 7)
      try TestFiles.replace(path, other)
      // Either it cannot be read, or it is about another log; never a smaller one of this.
      if let seen = WitnessSeen(other) {
        #expect(seen.logs[fixture.log.key.name] == nil || seen.serialized == bytes, "\(place)")
      }
    }
    try TestFiles.replace(path, [1])
    #expect(throws: SparkError.self) {
      try Witness(file).sign(fixture.scratch.register) { _, _ in }
    }
  }

  @Test func anAuditSeesWhatWitnessesSaw() throws {
    try keep()
    try fixture.landAll(300..<310)
    #expect(try sign() == nil)
    let folder = fixture.folder.appending("witness")
    let aside = fixture.scratch.file("aside")
    try copy(folder, to: aside)
    try restore()
    try copy(aside, to: folder)
    #expect(try fixture.audit().map(\.flaw) == [.witnessAhead])
    try fixture.reopenAnew()
    try fixture.landAll(400..<420)
    #expect(try fixture.audit().map(\.flaw) == [.witnessDiffers])
  }

  @Test func aNameThatANoteCannotHaveIsRefused() throws {
    for name in ["", "a b", "a+b"] {
      #expect(throws: SparkError.self) {
        try Witness.make(fixture.scratch.file("other"), name: name)
      }
    }
    #expect(throws: SparkError.self) { try Witness.make(file, name: "again") }
  }
}

extension LogFixture {
  /// Opens register and log again after the directory was replaced.
  func reopenAnew() throws {
    let again = try RegisterMaker.openOrMake(scratch.register)
    register = again
    log = try LogMaker.openOrMake(again, prefix: "a,b")
    try log.lookAgain()
  }
}
