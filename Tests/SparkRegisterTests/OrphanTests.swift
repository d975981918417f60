import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkRegister

@Suite struct OrphanTests {
  private let fixture: LogFixture
  private let digest = Digest(Blake2b256.hash(Array("nobody's".utf8)))

  init() throws {
    fixture = try LogFixture()
    try fixture.landAll(0..<5)
    try fixture.put(Array("nobody's".utf8), digest)
  }

  private func paths() throws -> [String] {
    try Orphans(fixture.scratch.register).all().map(\.path)
  }

  @Test func objectsWithoutARecordAndDeadDraftsAreListed() throws {
    let tmp = fixture.scratch.register.appending("tmp")
    for name in ["x,y,o1", "x,y,lock", "v,w,o1"] { try TestFiles.write(tmp.appending(name), [1]) }
    let lock = try fixture.register.holdDrafts("v,w")
    let object = RegisterLayout.object(digest)
    #expect(try paths() == [object, "tmp/x,y,lock", "tmp/x,y,o1"])
    lock.release()
  }

  @Test func removingOneIsInTheLogFirst() throws {
    let size = fixture.log.size
    let orphans = try Orphans(fixture.scratch.register)
    try OrphanRemoval(orphans).remove(orphans.all(), isRehearsal: true)
    #expect(try paths().count == 1)
    try OrphanRemoval(orphans).remove(orphans.all())
    #expect(try paths().isEmpty)
    #expect(!TestFiles.exists(fixture.scratch.register.appending(RegisterLayout.object(digest))))
    try fixture.reopen()
    #expect(fixture.log.size == size + 1)
    var entries = LogEntries(
      LogTiles(log: try fixture.register.root.directory("log")), size: fixture.log.size)
    let entry = try TrailEntry(parsing: entries[size])
    #expect(entry.event == .orphanRemoved && entry.object == digest && entry.bytes == 8)
    #expect(try fixture.audit().isEmpty)
    #expect(try TestTree.files(fixture.scratch.register.appending("tmp")) == [])
  }

  @Test func nothingIsRemovedWhileSomebodySends() throws {
    let lock = try fixture.register.holdDrafts("v,w")
    let orphans = try Orphans(fixture.scratch.register)
    let all = try orphans.all()
    #expect(throws: SparkError(.busy, "", "", "")) { try OrphanRemoval(orphans).remove(all) }
    #expect(try paths() == [RegisterLayout.object(digest)])
    lock.release()
  }

  @Test func whatIsNamedByNowGoesBackToItsPlace() throws {
    let orphans = try Orphans(fixture.scratch.register)
    let all = try orphans.all()
    let truth = CaptureRecord(
      id: CaptureID.fresh(), time: .now(), zone: "UTC", name: FileName("a"), type: "text/plain",
      size: 8, object: digest, inbox: "inbox")
    let entry = try fixture.put(truth)
    _ = try fixture.log.record([(entry: entry, known: 0)])
    #expect(throws: SparkError(.refused, "", "", "")) { try OrphanRemoval(orphans).remove(all) }
    #expect(try fixture.audit(hashing: true).isEmpty)
    #expect(try paths().isEmpty)
  }

  @Test func aRecordThatCannotBeReadLeavesEverythingUnknown() throws {
    let path = try #require(
      try TestTree.files(fixture.scratch.register.appending("moments")).first?.path)
    try TestFiles.replace(fixture.scratch.register.appending("moments").appending(path), [1])
    #expect(throws: SparkError(.damaged, "", "", "")) { try paths() }
  }
}
