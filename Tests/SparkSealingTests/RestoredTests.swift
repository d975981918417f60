import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct RestoredTests {
  /// Makes a recorded capture look as in a copy from before it was sealed.
  private func forget(_ kept: [Fixture.Kept], _ fixture: Fixture) throws {
    let tree = try fixture.tree()
    for one in kept {
      try TestFiles.remove(fixture.receiptPath(one))
      try TestFiles.remove(fixture.sealedPath(one))
      try TestFiles.makeHardLink(
        fixture.inTree(TreeLayout.held(one.record.id)), to: fixture.truth(one))
      #expect(try tree.outbox.move(one.record.id, .done, .sealing))
    }
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
  }

  @Test func sealedTwiceItIsRecordedOnce() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(), 0)
    let first = try kept.map(fixture.sealed)
    let before = try TestTree.files(fixture.drop.appending("records"))
    try forget(kept, fixture)
    fixture.expect(try fixture.seal(), 0, "Sealed 5")
    for (one, old) in zip(kept, first) {
      let new = try fixture.sealed(one)
      #expect(new.tag == old.tag && new.place == old.place && new.record != old.record)
    }
    fixture.expect(try fixture.send(), 0, "Recorded 5")
    #expect(try TestTree.files(fixture.drop.appending("records")) == before)
    for (one, old) in zip(kept, first) {
      let receipt = try ReceiptRecord(parsing: TestFiles.read(fixture.receiptPath(one)))
      #expect(receipt.record == old.record && receipt.object == old.object)
    }
    try fixture.expectRecorded(kept)
  }

  /// The copy's own tree of the same device and keys: what the store sends meanwhile is no second record.
  @Test func aCopyAndTheStoreSendBoth() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try fixture.keep(4)
    fixture.expect(try fixture.seal(kept[0].id), 0)
    let copy = fixture.scratch.file("copy")
    fixture.expect(try fixture.scratch.run("cp", ["-a", fixture.scratch.home, copy]), 0)
    for home in [fixture.scratch.home, copy] {
      fixture.expect(try fixture.run("spark-seal", ["--home", home]), 0, "Sealed 3")
      fixture.expect(try fixture.run("spark-send", ["--home", home]), 0, "Recorded 4")
      fixture.expect(try fixture.run("spark-verify", ["--home", home]), 0)
    }
    #expect(try fixture.dropped("records").count == 4)
    try fixture.expectRecorded(kept)
  }

  enum Stranger: CaseIterable { case otherRecord, garbage, empty }

  @Test(arguments: Stranger.allCases)
  func anotherRecordInThePlaceIsAVerdict(stranger: Stranger) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(kept[1].id), 0)
    let place = fixture.atDrop(try fixture.sealed(kept[0])).record
    let bytes: [UInt8] =
      switch stranger {
      case .otherRecord: try TestFiles.read(fixture.atDrop(fixture.sealed(kept[1])).record)
      case .garbage: Array("other bytes".utf8)
      case .empty: []
      }
    try TestFiles.write(place, bytes, mode: 0o444)
    fixture.expect(try fixture.send(), 3, "drop already holds this id with other contents.")
    let row = try #require(try fixture.blocked(kept[0]))
    #expect(row.reason == .conflict && row.from == .uploaded)
    #expect(try fixture.states(Array(kept.dropFirst())) == [.done])
    #expect(try TestFiles.read(place) == bytes)
    #expect(try !TestFiles.exists(fixture.receiptPath(kept[0])))
    try fixture.expectClean()
    try TestFiles.remove(place)
    fixture.expect(try fixture.run("spark-retry", [kept[0].id]), 0)
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(kept)
  }

  /// A drop that was put back from an older copy has lost objects, records or both.
  @Test(arguments: [true, false], [true, false])
  func whatTheDropLostIsSentAgain(object: Bool, record: Bool) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(), 0)
    let tree = try fixture.tree()
    for one in kept {
      let standing = fixture.atDrop(try fixture.sealed(one))
      if object { try TestFiles.remove(standing.object) }
      if record { try TestFiles.remove(standing.record) }
      try TestFiles.remove(fixture.receiptPath(one))
      try TestFiles.makeHardLink(
        fixture.inTree(TreeLayout.held(one.record.id)), to: fixture.truth(one))
      #expect(try tree.outbox.move(one.record.id, .done, .uploaded))
    }
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  /// Without `tag` nothing may be sealed under another one: it would stand at a second place.
  @Test func aLostTagComesBackFromTheKeyring() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    let first = try kept.map(fixture.sealed)
    try TestFiles.remove(fixture.keys.appending(ConfigLayout.tag))
    let outbox = try fixture.tree().outbox
    for one in kept {
      try TestFiles.remove(fixture.sealedPath(one))
      try outbox.move(one.record.id, .sealed, .sealing)
    }
    fixture.expect(try fixture.seal(), 78, "spark-key unlock brings it back")
    try fixture.unlock()
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    for (one, old) in zip(kept, first) {
      let new = try fixture.sealed(one)
      #expect(new.tag == old.tag && new.place == old.place)
    }
    fixture.expect(try fixture.send(), 0)
    try fixture.expectRecorded(kept)
  }
}
