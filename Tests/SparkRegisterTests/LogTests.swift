import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkRegister

@Suite struct LogTests {
  @Test(arguments: [[1], [255, 1, 1], [256, 1], [300, 300, 1], [2, 700, 3]])
  func batchesOfAnySize(sizes: [Int]) throws {
    let fixture = try LogFixture()
    var next = 0
    for size in sizes {
      let proofs = try fixture.record(next..<next + size)
      next += size
      #expect(proofs.count == size)
      for proof in proofs { #expect(try fixture.holds(proof)) }
      #expect(fixture.log.size == Int64(next))
    }
    try fixture.reopen()
    #expect(fixture.log.size == Int64(next))
    #expect(try TestTree.files(fixture.scratch.register.appending("tmp")) == [])
  }

  @Test func aRepeatedLandingFindsItsOldEntry() throws {
    let fixture = try LogFixture()
    let first = try fixture.record(0..<400)
    let again = try fixture.record([3, 399, 400, 0])
    #expect(fixture.log.size == 401)
    #expect(
      [again[0].entry, again[1].entry, again[3].entry] == [3, 399, 0].map { first[$0].entry })
    // Known to be new, it is looked for only in what came since.
    try fixture.reopen()
    #expect(try fixture.record([7], known: 401)[0].entry != first[7].entry)
    #expect(fixture.log.size == 402)
  }

  @Test func everyPairOfSizesIsConsistent() throws {
    let fixture = try LogFixture()
    var seen: [SignedCheckpoint] = []
    for number in 0..<40 {
      try fixture.record([number])
      seen.append(fixture.log.checkpoint)
    }
    let tiles = LogTiles(log: try fixture.register.root.directory("log"))
    for new in seen {
      for old in seen where old.size <= new.size {
        let proof = try LogReader(tiles, size: new.size).consistency(from: old.size)
        #expect(Merkle.isConsistent(old.size, old.root, new.size, new.root, proof))
        if old.size < new.size, let other = seen.first(where: { $0.size != old.size }) {
          #expect(!Merkle.isConsistent(old.size, other.root, new.size, new.root, proof))
        }
      }
    }
  }

  @Test func aCommitThatWasNotFinishedIsFinished() throws {
    let fixture = try LogFixture()
    try fixture.record(0..<300)
    let before = try TestFiles.read(fixture.folder.appending("checkpoint"))
    try fixture.record(300..<600)
    let after = try TestFiles.read(fixture.folder.appending("checkpoint"))
    // As a crash leaves it right after the commit: the old checkpoint, and tiles of any content.
    try TestFiles.replace(fixture.folder.appending("checkpoint"), before)
    try TestFiles.replace(fixture.folder.appending("tile/0/002.p/88"), [1, 2, 3])
    try TestFiles.remove(fixture.folder.appending("tile/entries/002.p/88"))
    try fixture.reopen()
    #expect(fixture.log.size == 600)
    #expect(try TestFiles.read(fixture.folder.appending("checkpoint")) == after)
    for proof in try fixture.record([0, 299, 300, 599]) { #expect(try fixture.holds(proof)) }
    #expect(fixture.log.size == 600)
  }

  @Test func whoComesSecondAppendsBehind() throws {
    let fixture = try LogFixture()
    let other = try #require(try RegisterLog.open(fixture.register, prefix: "c,d"))
    try fixture.record(0..<3)
    // It does not know of them yet, and its commit finds the place taken.
    #expect(try !other.append([fixture.entry(9).line]))
    _ = try other.record([(entry: fixture.entry(9), known: 0)]) { false }
    #expect(other.size == 4)
    try fixture.record([10, 9])
    #expect(fixture.log.size == 5)
  }

  @Test func standingRecordsGetEntriesWhenTheLogBegins() throws {
    let fixture = try LogFixture()
    let truth = CaptureRecord(
      id: CaptureID.fresh(), time: .now(), zone: "UTC", name: FileName("a"), type: "text/plain",
      size: 1, object: Digest(Blake2b256.hash([1])), inbox: "inbox")
    let place = MomentPlace.plain(truth.id, truth.time)
    var folder = fixture.register.records
    for name in place.directories {
      try folder.makeDirectory(RawPath(name))
      folder = try folder.directory(RawPath(name))
    }
    try folder.create(RawPath(place.name), truth.serialized, mode: 0o444)
    try fixture.register.root.removeTree("log")
    let log = try LogMaker.openOrMake(fixture.register, prefix: "a,b")
    #expect(log.size == 1)
    #expect(log.key != fixture.log.key)
    let record = Digest(Blake2b256.hash(truth.serialized))
    let again = TrailEntry(.recorded, id: truth.id, record: record, time: .now())
    _ = try log.record([(entry: again, known: 0)]) { false }
    #expect(log.size == 1)
  }
}
