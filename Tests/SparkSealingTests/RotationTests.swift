import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct RotationTests {
  /// Where a row under the old generation stands when the next one starts, put there by hand.
  static let places: [State] = [.sealed, .uploaded, .staged]

  @Test(arguments: places, [true, false])
  func whatIsRetiredIsNeverSentAndSealedAgain(place: State, keepsPlaintext: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", keepsPlaintext ? "yes" : "no")
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.seal(), 0)
    let before = try kept.map(fixture.sealed)
    try fixture.rotate()
    let outbox = try fixture.tree().outbox
    for one in kept where place != .sealed { try outbox.move(one.record.id, .sealed, place) }
    fixture.expect(try fixture.send(), 3, "Waiting to be sealed: 3")
    #expect(try fixture.dropped("objects") + fixture.dropped("records") == [])
    #expect(try fixture.states(kept) == [.sealing])
    if !keepsPlaintext {
      // Locked, they wait.
      fixture.expect(
        try fixture.seal(), 3,
        "Sealed under key generation 1, which is locked. Unlock it with spark-key unlock.")
      #expect(try fixture.states(kept) == [.sealing])
      try fixture.expectClean()
      try fixture.unlock()
    }
    fixture.expect(try fixture.seal(), 0, "Sealed 3")
    for (one, old) in zip(kept, before) {
      let new = try fixture.sealed(one)
      #expect(new.key == (try fixture.pin()) && new.key.generation == 2)
      #expect(new.tag == old.tag && new.place == old.place && new.object != old.object)
      for digest in [old.object, old.record] {
        #expect(try !TestFiles.exists(fixture.inTree(TreeLayout.object(digest))))
      }
    }
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(kept)
  }

  @Test(arguments: places)
  func aSealerPutsThemBackWithoutASender(place: State) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.seal(), 0)
    try fixture.rotate()
    let outbox = try fixture.tree().outbox
    for one in kept where place != .sealed { try outbox.move(one.record.id, .sealed, place) }
    fixture.expect(try fixture.seal(), 0, "Sealed 3")
    #expect(try kept.allSatisfy { try fixture.sealed($0).key.generation == 2 })
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(kept)
  }

  @Test func aForgottenGenerationBlocksUntilItIsAddedAgain() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    try fixture.rotate()
    let export = fixture.scratch.file("export.age")
    fixture.expect(try fixture.key("export", export), 0)
    try fixture.unlock()
    fixture.expect(try fixture.key("forget", "1"), 0)
    let sentence = "Sealed under key generation 1, which this device no longer holds."
    for _ in 0..<2 {
      fixture.expect(try fixture.seal(), 3, sentence)
      for one in kept {
        let row = try #require(try fixture.blocked(one))
        #expect(row.reason == .staleKey && row.sentence == sentence && row.from == .sealing)
      }
      fixture.expect(try fixture.status(), 2, "Needs you: 2")
      fixture.expect(try fixture.send(), 0)
      #expect(try fixture.dropped("records") == [])
      try fixture.expectClean()
      fixture.expect(
        try fixture.run("spark-retry", ["--reason", "staleKey"]), 0, "2 waiting again.")
      #expect(try fixture.states(kept) == [.sealing])
    }
    fixture.expect(try fixture.key("add", export), 0, "secret keys added: 1")
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  @Test func forgottenWhatThePlainBytesAreHereFor() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    try fixture.rotate()
    fixture.expect(try fixture.key("forget", "1"), 0)
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  @Test(arguments: [true, false])
  func aStoreFromBeforeTheRotationSendsNothingUnderTheOldGeneration(keepsPlaintext: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", keepsPlaintext ? "yes" : "no")
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    // The store comes from a backup, the keys are today's.
    let endpoint = try fixture.inTree(TreeLayout.endpoint)
    let old = try TestFiles.read(endpoint)
    try fixture.rotate()
    try TestFiles.write(endpoint, old)
    fixture.expect(try fixture.send(), 3, "Waiting to be sealed: 2")
    #expect(try fixture.dropped("objects") + fixture.dropped("records") == [])
    try fixture.unlock()
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  @Test func whatIsRecordedStaysAsItIs() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(), 0)
    try fixture.rotate()
    for run in [try fixture.seal(), try fixture.send()] {
      #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run)")
    }
    #expect(try kept.allSatisfy { try fixture.sealed($0).key.generation == 1 })
    try fixture.expectRecorded(kept)
  }

  /// The record was on its way, and nobody knows whether it arrived.
  @Test(arguments: [true, false]) func aRotationWhileTheRecordIsOnItsWay(arrived: Bool) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(), 0)
    let tree = try fixture.tree()
    for one in kept {
      try TestFiles.remove(fixture.receiptPath(one))
      try TestFiles.makeHardLink(
        fixture.inTree(TreeLayout.held(one.record.id)), to: fixture.truth(one))
      #expect(try tree.outbox.move(one.record.id, .done, .uploaded))
      if !arrived { try TestFiles.remove(fixture.atDrop(fixture.sealed(one)).record) }
    }
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    try fixture.rotate()
    fixture.expect(try fixture.send(), 3, "Waiting to be sealed: 2")
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
    #expect(try fixture.dropped("records").count == 2)
  }

  /// A crash came between the receipt and the row's last move; the copy could not even be opened any more.
  @Test(arguments: [State.uploaded, .sealed, .sealing], [true, false])
  func aReceiptEndsWhatARotationRetired(place: State, sealerFirst: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(), 0)
    let tree = try fixture.tree()
    for one in kept {
      let marker = try fixture.inTree(TreeLayout.held(one.record.id))
      try TestFiles.makeHardLink(marker, to: fixture.truth(one))
      #expect(try tree.outbox.move(one.record.id, .done, place))
    }
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    try fixture.rotate()
    try fixture.unlock()
    let export = fixture.scratch.file("export.age")
    fixture.expect(try fixture.key("export", export), 0)
    fixture.expect(try fixture.key("forget", "1"), 0)
    if sealerFirst || place == .sealing { fixture.expect(try fixture.seal(), 0) }
    fixture.expect(try fixture.send(), 0)
    #expect(try fixture.states(kept) == [.done])
    fixture.expect(try fixture.key("add", export), 0)
    try fixture.expectRecorded(kept)
  }

  /// A sender that was killed left rows under its carrier: a sealer finds them, too.
  @Test func rowsUnderADeadCarrierAreSealedAgain() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.seal(), 0)
    let name = CaptureID.fresh().text
    try TestFiles.write(fixture.inTree(TreeLayout.carrier(name)), [])
    for (one, state) in zip(kept, [State.uploading, .recording, .uploading]) {
      let directory = try fixture.inTree("\(TreeLayout.state(state))/\(name)")
      try TestFiles.makeDirectory(directory)
      let row = try fixture.inTree(TreeLayout.row(one.record.id, .sealed))
      try TestFiles.rename(row, to: directory.appending(one.record.id.text))
    }
    try fixture.rotate()
    fixture.expect(try fixture.seal(), 0, "Sealed 3")
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(kept)
  }
}
