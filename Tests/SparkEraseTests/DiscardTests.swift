import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct DiscardTests {
  @Test func inEveryStateThatIsNotOnItsWay() throws {
    let place = try Place()
    let tree = try place.tree()
    let states: [State] = [.sealing, .sealed, .staged, .blocked]
    let kept = try place.keep(states.map(\.rawValue) + ["stays"])
    for (record, state) in zip(kept, states) where state != .staged {
      try tree.outbox.move(record.id, .staged, state)
    }
    for record in kept.dropLast() {
      try place.discard(RawPath(record.id.text), says: "Discarded.")
      try place.expectGone(record)
    }
    #expect(try tree.ledger.total() == 5)
    try place.run(
      "spark-discard", ["--yes", RawPath(kept[0].id.text)], ends: 1, says: "There is no")
    try place.verify()
    try place.send()
    #expect(try place.moments() == [kept[4].id.text])
    try place.verify()
  }

  @Test func atNowhereAndWithoutRowOrMarker() throws {
    let place = try Place(isBound: false)
    let kept = try place.keep(["one", "two", "three"])
    try place.discard(RawPath(kept[0].id.text))
    try place.expectGone(kept[0])
    #expect(try place.tree().ledger.total() == 8)
    try place.tree().held.remove(RawPath(kept[1].id.text))
    try place.discard(RawPath(kept[1].id.text))
    try place.expectGone(kept[1])
    try place.verify()
    try place.run("spark-endpoint", ["set", place.register], says: "waiting to be sent: 1")
    try place.tree().outbox.directory(.staged).remove(RawPath(kept[2].id.text))
    try place.discard(RawPath(kept[2].id.text))
    try place.expectGone(kept[2])
    try place.verify()
    try place.send()
    #expect(try place.moments() == [])
  }

  @Test func whatIsRecordedStaysAndIsSaidSo() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    try place.send()
    let tree = try place.tree()
    let before = try TestTree.read(place.home)
    let run = try place.discard(RawPath(kept[0].id.text), ends: 1, says: "already recorded")
    #expect(!run.text.contains("Discarded."))
    #expect(try TestTree.read(place.home) == before)
    // As after a restore: the row is fresh and there is no receipt, but the register has the record.
    for (record, state) in zip(kept, [State.staged, .uploaded]) {
      try place.takeBack(record, to: state)
      try place.discard(RawPath(record.id.text), ends: 1, says: "already recorded")
      #expect(try tree.outbox.state(of: record.id) == state)
    }
    try place.send()
    #expect(try Captures(tree).find(kept[1].id) != nil)
    try place.verify()
  }

  @Test func whatMayBeRecordedIsAskedFor() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two", "three", "four", "five"])
    let tree = try place.tree()
    // As dead senders leave them: bytes there, the record perhaps.
    for record in kept[0...1] { try tree.outbox.move(record.id, .staged, .uploaded) }
    for record in kept[2...3] { try place.underDeadCarrier(record, .recording) }
    try place.underDeadCarrier(kept[4], .uploading)
    let away = place.scratch.file("away")
    try TestFiles.rename(place.register, to: away)
    let before = try TestTree.read(place.home)
    for record in kept[0...3] {
      try place.discard(RawPath(record.id.text), ends: 75, says: "may already be recorded")
    }
    #expect(try TestTree.read(place.home) == before)
    // What never came so far needs no answer.
    try place.discard(RawPath(kept[4].id.text), says: "Discarded.")
    try TestFiles.rename(away, to: place.register)
    try place.putMoment(kept[1])
    try place.putMoment(kept[3])
    // The bytes of one have arrived: the register's log says so, and of the other it says nothing.
    let arrived = RegisterLayout.object(kept[0].object)
    try TestFiles.makeDirectory(
      place.register.appending(RegisterLayout.objectShard(kept[0].object)))
    try TestFiles.write(place.register.appending(arrived), "one", mode: 0o444)
    for record in [kept[0], kept[2]] {
      try place.discard(RawPath(record.id.text), says: "Discarded.")
      try place.expectGone(record)
    }
    let log = try TestTree.files(place.register.appending("log/tile/entries"))
    let entries = try log.map {
      String(
        decoding: try TestFiles.read(place.register.appending("log/tile/entries/\($0.name)")),
        as: UTF8.self)
    }.joined()
    #expect(
      entries.contains(
        "discarded-at-source object=blake2b-256:\(kept[0].object.hex) bytes=3 device="))
    #expect(!entries.contains(kept[0].id.text) && !entries.contains(kept[2].object.hex))
    for record in [kept[1], kept[3]] {
      try place.discard(RawPath(record.id.text), ends: 1, says: "already recorded")
    }
    try place.send()
    #expect(try Set(place.moments()) == Set([kept[1], kept[3]].map(\.id.text)))
    try place.verify()
  }

  @Test func whileARecordIsOnItsWayItWaitsForTheAnswer() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    let tree = try place.tree()
    let carrier = try Carrier(tree)
    for record in kept { #expect(try carrier.take(record.id, from: .staged, as: .recording)) }
    let runs = try kept.map { record in
      try place.scratch.start("spark-discard", ["--yes", "-v", RawPath(record.id.text)])
    }
    for run in runs {
      try eventually("it waits") { try run.errorSoFar().contains("on its way") }
      #expect(run.isRunning)
    }
    // One comes back without an answer and is not there; the other was recorded.
    try carrier.put(kept[0].id, from: .recording, to: .uploaded)
    #expect(try runs[0].wait().status == 0)
    try place.expectGone(kept[0])
    try place.putMoment(kept[1])
    try carrier.put(kept[1].id, from: .recording, to: .uploaded)
    let end = try runs[1].wait()
    #expect(end.status == 1 && end.errorText.contains("already recorded"), "\(end)")
    try carrier.finish()
  }

  @Test func bytesAndShareRecordsThatOthersNameStay() throws {
    let place = try Place()
    let twins = try place.keep(["same", "same"])
    let share = try place.share(["first", "second", "third"])
    try place.run("spark-import")
    let captures = Captures(try place.tree())
    let id = try #require(CaptureID(share))
    let three = try (1...3).map { number in
      try #require(try captures.find(CaptureID.ofShare(id, place: number))).record
    }
    let object = TreeLayout.object(twins[0].object)
    try place.discard(RawPath(twins[0].id.text))
    #expect(try place.exists(object) && place.exists(TreeLayout.shared(twins[0].object)))
    try place.verify()
    try place.discard(RawPath(twins[1].id.text))
    #expect(try !place.exists(object) && !place.exists(TreeLayout.shared(twins[0].object)))
    let record = TreeLayout.object(try #require(three[0].shareRecord))
    for capture in three {
      #expect(try place.exists(record))
      try place.discard(RawPath(capture.id.text))
      try place.verify()
    }
    #expect(try !place.exists(record))
    #expect(try TestTree.files(place.tree().objects.path) == [])
  }

  @Test func theSealedCopyGoesAsWell() throws {
    let place = try Place()
    let kept = try place.keep("plain")
    let sealed = try place.plantSealed(kept)
    try place.discard(RawPath(kept.id.text))
    try place.expectGone(kept)
    #expect(try !place.exists(TreeLayout.object(sealed.object)))
    #expect(try !place.exists(TreeLayout.object(sealed.record)))
    try place.verify()
  }

  @Test(arguments: ["spark-send", "spark-import", "spark-prune", "spark-verify", "spark-discard"])
  func whoeverMeetsAnUnfinishedOneFinishesIt(tool: String) throws {
    let place = try Place()
    let kept = try place.keep(["one", "two", "three"])
    let tree = try place.tree()
    let journal = try tree.root.directory("journal")
    // Killed after the first step, and killed once the truth was in the journal.
    for record in kept[0...1] {
      try tree.outbox.directory(.staged).replace(
        RawPath(record.id.text), to: journal, RawPath(TreeLayout.discardName(record.id)))
    }
    try tree.root.remove(RawPath(TreeLayout.truth(kept[1].id, kept[1].time)))
    try place.run("spark-status", ["--check"], ends: 1, says: "waiting")
    let status = try place.run("spark-status", ["--json"])
    #expect(status.text.contains("\"discarding\":2") && status.text.contains("\"unqueued\":0"))
    try place.run("spark-list", says: "\(kept[0].id.text)\tdiscarding")
    try place.run("spark-show", [RawPath(kept[0].id.text)], says: "State: discarding")
    let checked = try place.run("spark-verify")
    #expect(checked.text.contains(kept[0].id.text), "\(checked)")
    switch tool {
    case "spark-verify": try place.run(tool, ["--repair"])
    case "spark-discard": try place.discard("0193a7d2-0000-7000-8000-000000000000", ends: 1)
    default: try place.run(tool)
    }
    for record in kept[0...1] { try place.expectGone(record) }
    try place.send()
    #expect(try place.moments() == [kept[2].id.text])
    try place.verify()
  }

  @Test func severalAtOnceAndWhatIsNoID() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two", "three"])
    let ids = kept.map { RawPath($0.id.text) }
    let asked = try place.run("spark-discard", [ids[0]], ends: 64, says: "--yes")
    #expect(asked.text == "")
    let rehearsed = try place.run(
      "spark-discard", ["--dry-run", ids[0]], says: "Would be discarded")
    #expect(!rehearsed.text.contains("Discarded."))
    #expect(try place.state(kept[0]) == .staged)
    try place.discard(ids[0], "0193a7d2-0000-7000-8000-000000000000", ids[1], ends: 3)
    try place.expectGone(kept[0])
    try place.expectGone(kept[1])
    try place.discard("nonsense", ends: 65)
    try place.discard("/nowhere/at/all", ends: 1)
    try place.run("spark-discard", ["--yes"], ends: 64)
    try place.discard(RawPath(String(kept[2].id.text.prefix(23))))
    try place.expectGone(kept[2])
    try place.verify()
  }

  @Test func twoOfThemAtOnce() throws {
    let place = try Place()
    let kept = try place.keep((0..<20).map { "text \($0)" })
    let ids = kept.map { RawPath($0.id.text) }
    let runs = try (0..<3).map { _ in try place.scratch.start("spark-discard", ["--yes"] + ids) }
    let sender = try place.scratch.start("spark-send")
    for run in runs {
      let end = try run.wait()
      #expect([0, 1, 3].contains(end.status), "\(end)")
    }
    _ = try sender.wait()
    let moments = Set(try place.moments())
    let captures = Captures(try place.tree())
    for record in kept {
      #expect(try (captures.find(record.id) != nil) == moments.contains(record.id.text))
    }
    try place.verify()
  }
}
