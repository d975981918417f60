import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkRegister

@Suite struct AuditTests {
  @Test(arguments: [[1], [5, 1], [255, 1, 1], [256], [300, 300, 40], [700]])
  func aWholeLogIsWell(batches: [Int]) throws {
    let fixture = try LogFixture()
    var next = 0
    for batch in batches {
      try fixture.landAll(next..<next + batch)
      next += batch
      let report = try LogAudit.run(fixture.scratch.register, hashing: true)
      #expect(report.faults == 0, "\(report.findings)")
      #expect(report.records == next && report.objects == next)
      #expect(report.checkpoint.size == Int64(next))
    }
  }

  @Test func everyByteOfASmallLogCounts() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<2)
    try fixture.landAll(2..<3)
    #expect(!fixture.isCaught())
    var flipped = 0
    for entry in try TestTree.files(fixture.folder) where entry.path != Array("key".utf8) {
      let path = fixture.folder.appending(entry.path)
      let bytes = try TestFiles.read(path)
      for place in bytes.indices {
        var other = bytes
        other[place] ^= 1 << UInt8(place % 8)
        try TestFiles.replace(path, other)
        #expect(fixture.isCaught(), "\(path.shown) at \(place)")
        flipped += 1
      }
      for other in [Array(bytes.dropLast()), bytes + [0x0A], []] {
        try TestFiles.replace(path, other)
        #expect(fixture.isCaught(), "\(path.shown) with \(other.count) bytes")
      }
      try TestFiles.replace(path, bytes)
    }
    #expect(flipped > 1000)
    #expect(!fixture.isCaught())
  }

  @Test func theFileThatWasChangedIsTheOneThatIsNamed() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<600)
    func found(_ name: String, at place: Int) throws -> [String] {
      let path = fixture.folder.appending(name)
      let bytes = try TestFiles.read(path)
      var other = bytes
      other[place] ^= 4
      try TestFiles.replace(path, other)
      defer { try? TestFiles.replace(path, bytes) }
      return try fixture.audit().filter { $0.path.hasPrefix("log/") }
        .map { "\($0.flaw) \($0.path)" }
    }
    #expect(try found("tile/0/001", at: 40) == ["hashesWrong log/tile/0/001"])
    #expect(try found("tile/0/002.p/88", at: 40) == ["hashesWrong log/tile/0/002.p/88"])
    #expect(try found("tile/1/000.p/2", at: 40) == ["hashesWrong log/tile/1/000.p/2"])
    #expect(
      try found("tile/entries/001", at: 200).contains("entryChanged log/tile/entries/001"))
    #expect(
      try found("tile/entries/002.p/88", at: 200).contains(
        "entryChanged log/tile/entries/002.p/88"))
  }

  @Test func whatIsMissingOrTooMuchIsSaid() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<300)
    let aside = fixture.scratch.file("aside")
    for name in ["tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1", "tile/entries/001.p/44"] {
      try TestFiles.rename(fixture.folder.appending(name), to: aside)
      let found = try fixture.audit().map { "\($0.flaw) \($0.path)" }
      #expect(found.contains("tileMissing log/\(name)"))
      try TestFiles.rename(aside, to: fixture.folder.appending(name))
    }
    for name in [
      "tile/0/001", "tile/9", "other", "tile/0/001.p/45", "tile/entries/x001", "commit/x",
    ] {
      try TestFiles.write(fixture.folder.appending(name), [1])
      #expect(try fixture.audit().map { "\($0.flaw) \($0.path)" } == ["stray log/\(name)"])
      try TestFiles.remove(fixture.folder.appending(name))
    }
    try TestFiles.makeDirectory(fixture.folder.appending("tile/0/000.p"))
    let hashes = try TestFiles.read(fixture.folder.appending("tile/0/000"))
    try TestFiles.write(fixture.folder.appending("tile/0/000.p/3"), Array(hashes[..<96]))
    #expect(try fixture.audit().map(\.flaw) == [.stale])
    #expect(try LogAudit.run(fixture.scratch.register).faults == 0)
    try TestFiles.write(fixture.folder.appending("tile/0/000.p/3"), Array(hashes[1..<97]))
    #expect(try Set(fixture.audit().map(\.flaw)) == [.stale, .hashesWrong])
  }

  @Test func recordsAndEntriesAnswerToEachOther() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<40)
    let paths = try TestTree.files(fixture.scratch.register.appending("moments")).map {
      fixture.scratch.register.appending("moments").appending($0.path)
    }
    let bytes = try TestFiles.read(paths[0])
    func flaws() throws -> Set<AuditFlaw> { Set(try fixture.audit().map(\.flaw)) }
    try TestFiles.remove(paths[0])
    #expect(try flaws() == [.recordMissing])
    try TestFiles.write(paths[0], bytes + [0x0A], mode: 0o444)
    #expect(try flaws() == [.recordChanged])
    try TestFiles.replace(paths[0], bytes)
    #expect(try flaws() == [])
    let other = RawPath(paths[0].bytes.dropLast(36) + CaptureID.fresh().text.utf8)
    try TestFiles.rename(paths[0], to: other)
    #expect(try flaws() == [.recordMisplaced])
    try TestFiles.rename(other, to: paths[0])
    _ = try fixture.land(50)
    #expect(try flaws() == [.recordAlone])
  }

  @Test func objectsAreThereWithTheirSizeAndWithTheirBytes() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<3)
    let digest = Digest(Blake2b256.hash(Array("bytes 1".utf8)))
    let path = fixture.scratch.register.appending(RegisterLayout.object(digest))
    let bytes = try TestFiles.read(path)
    try TestFiles.replace(path, Array("bytez 1".utf8))
    #expect(try fixture.audit().isEmpty)
    #expect(try fixture.audit(hashing: true).map(\.flaw) == [.objectDamaged])
    try TestFiles.replace(path, Array("bytes".utf8))
    #expect(try fixture.audit().map(\.flaw) == [.objectCut])
    try TestFiles.remove(path)
    #expect(try fixture.audit().map(\.flaw) == [.objectMissing])
    try TestFiles.write(path, bytes, mode: 0o444)
    #expect(try fixture.audit(hashing: true).isEmpty)
  }

  @Test func anEntryThatNamesAnotherObjectIsCaught() throws {
    let fixture = try LogFixture()
    var entry = try fixture.land(0)
    entry.object = try fixture.land(1).object
    _ = try fixture.log.record([(entry: entry, known: 0)])
    #expect(try Set(fixture.audit().map(\.flaw)) == [.otherObject, .recordAlone])
  }

  @Test func aCommitThatWasNotFinishedIsANote() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<10)
    let before = try TestFiles.read(fixture.folder.appending("checkpoint"))
    try fixture.landAll(10..<300)
    try TestFiles.replace(fixture.folder.appending("checkpoint"), before)
    // The tiles are there; the records of the commit have no entry that is signed.
    #expect(try Set(fixture.audit().map(\.flaw)) == [.commitPending, .recordAlone])
    try fixture.reopen()
    #expect(try fixture.audit().isEmpty)
  }

  @Test func otherKeysAreCaught() throws {
    let (fixture, other) = (try LogFixture(), try LogFixture())
    try fixture.landAll(0..<3)
    #expect(!fixture.isCaught(key: fixture.log.key))
    #expect(fixture.isCaught(key: other.log.key))
    // Signed anew by somebody else, who left the public key as it was, or put his own there.
    let signed = fixture.log.checkpoint.checkpoint
    let mallory = NoteSigner.fresh(name: fixture.log.key.name, kind: .log)
    let note = SignedNote(text: signed.text, signatures: [mallory.sign(signed.text)])
    try TestFiles.replace(fixture.folder.appending("checkpoint"), note.serialized)
    #expect(fixture.isCaught())
    try TestFiles.replace(
      fixture.folder.appending("public-key"), Array("\(mallory.key.text)\n".utf8))
    #expect(!fixture.isCaught())
    #expect(fixture.isCaught(key: fixture.log.key))
  }

  @Test func aSizeThatNoLogHasEndsSoon() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<3)
    let signer = try LogKeyFile.read(try fixture.register.root.directory("log"))
    for size in [1_000_000_000, Int64.max - 1, .max] {
      let text = Checkpoint(
        origin: signer.key.name, size: size, root: fixture.log.checkpoint.checkpoint.root
      ).text
      let note = SignedNote(text: text, signatures: [signer.sign(text)])
      try TestFiles.replace(fixture.folder.appending("checkpoint"), note.serialized)
      #expect(fixture.isCaught())
    }
  }

  @Test func aCopyThatCannotBeWrittenIsAudited() throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<20)
    let before = try TestTree.read(fixture.scratch.register)
    _ = try LogAudit.run(fixture.scratch.register, hashing: true)
    #expect(try TestTree.read(fixture.scratch.register) == before)
  }

  @Test func othersMayAppendMeanwhile() async throws {
    let fixture = try LogFixture()
    try fixture.landAll(0..<200)
    let path = fixture.scratch.register
    let audits = Task.detached { () throws -> [AuditFinding] in
      var all: [AuditFinding] = []
      for _ in 0..<20 { all += try LogAudit.run(path).findings.filter { !$0.flaw.isNote } }
      return all
    }
    let lock = try fixture.register.holdDrafts("a,b")
    for number in 0..<60 {
      try fixture.landAll(200 + number * 7..<200 + number * 7 + 7)
    }
    lock.release()
    #expect(try await audits.value == [])
  }
}
