import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct WholePathTests {
  @Test(arguments: [1, 3, 4, 300])
  func fromSealingToDone(count: Int) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(count)
    #expect(try fixture.states(kept) == [.sealing])
    let many = count == 1 ? "1 capture" : "\(count) captures"
    fixture.expect(try fixture.seal(), 0, "Sealed \(many) for drop.")
    #expect(try fixture.states(kept) == [.sealed])
    fixture.expect(try fixture.status(), 1, "\(count) waiting")
    fixture.expect(try fixture.send(), 0, "Recorded \(many) at drop.")
    try fixture.expectRecorded(Array(kept.prefix(20)) + (count > 20 ? [kept[count - 1]] : []))
    #expect(try fixture.states(kept) == [.done])
    #expect(try fixture.dropped("records").count == count)
    // Nothing is left to do.
    for run in [try fixture.seal(), try fixture.send()] {
      #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run)")
    }
  }

  @Test func emptyLargeAndTwiceTheSame() throws {
    let fixture = try Fixture()
    let same = TestFiles.noise(5000, seed: 1)
    let chunk = TestFiles.noise(65536, seed: 2)
    // From 32 MiB on a file is sealed by all processors.
    let large = TestFiles.noise((33 << 20) + 1, seed: 3)
    let kept = try fixture.keep(
      [same, [], chunk, large, same], share: Array("Format: spark-share 1\n\n".utf8))
    fixture.expect(try fixture.seal(), 0, "Sealed 5")
    fixture.expect(try fixture.send(), 0, "Recorded 5")
    try fixture.expectRecorded(kept)
    // One who looks on must not see that two are the same.
    #expect(try fixture.dropped("objects").count == 5)
  }

  @Test func withoutAKeyRowsWait() throws {
    let fixture = try Fixture(hasKey: false)
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.seal(), 75, "There is no key for drop yet.")
    fixture.expect(try fixture.send(), 3, "Waiting to be sealed: 3")
    #expect(try fixture.states(kept) == [.sealing])
    let status = try fixture.status()
    #expect(status.status == 1 && !status.text.contains("All sent"), "\(status)")
    #expect(try fixture.dropped("objects") + fixture.dropped("records") == [])
    try fixture.expectClean()
    try fixture.makeKey()
    fixture.expect(try fixture.seal(), 0, "Sealed 3")
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(kept)
  }

  @Test func withoutAKeyAndWithoutACaptureNobodyIsTold() throws {
    let fixture = try Fixture(hasKey: false)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.status(), 0)
  }

  @Test func notWhileLocked() throws {
    let fixture = try Fixture("--seal-while-locked", "no")
    let kept = try fixture.keep(2)
    fixture.expect(
      try fixture.seal(), 75, "The keys for drop are locked. spark-key unlock opens them.")
    #expect(try fixture.states(kept) == [.sealing])
    try fixture.unlock()
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    try fixture.lock()
    let more = try fixture.keep(1)
    fixture.expect(try fixture.seal(), 75, "locked")
    // What is sealed goes all the same.
    fixture.expect(try fixture.send(), 3, "Recorded 2 captures")
    #expect(try fixture.states(more) == [.sealing])
    fixture.expect(try fixture.set(fixture.address, ["--seal-while-locked", "yes"]), 0)
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    fixture.expect(try fixture.send(), 0)
    try fixture.expectRecorded(kept + more)
  }

  @Test func aStrangerSeesRandomNamesAndSizes() throws {
    let fixture = try Fixture()
    let share = Array("Format: spark-share 1\nTitle: lunch with Ada\n\n".utf8)
    let text = Array("meet me at the old harbour ".utf8)
    let kept = try fixture.keep(
      [text, text + text], names: [Array("harbour plan.txt".utf8), Array("hafen\u{FC}.txt".utf8)],
      share: share)
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.send(), 0)
    try fixture.expectRecorded(kept)
    var needles = ["harbour", "hafen", "lunch", "Ada", "text/", "application/pdf", "spark-capture"]
      .map { Array($0.utf8) }
    for one in kept {
      // The log says when it was recorded, in UTC; nothing says when it was captured, nor where.
      let time = one.record.time.text
      needles += [one.record.id.text, one.record.object.hex, String(time.prefix(23))].map {
        Array($0.utf8)
      }
      needles.append(one.record.object.bytes)
    }
    let tree = try fixture.tree().record()
    needles += [tree.tree.text, try fixture.pin().root.hex, try fixture.pin().recipient].map {
      Array($0.utf8)
    }
    #expect(try Leaks.find(needles, below: fixture.drop) == [])
    // That the search finds what is there.
    #expect(try !Leaks.find(needles, below: fixture.scratch.home).isEmpty)
  }

  @Test func namedCapturesAlone() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.seal(kept[1].id), 0, "Sealed 1 capture")
    #expect(try fixture.states([kept[0], kept[2]]) == [.sealing])
    #expect(try fixture.states([kept[1]]) == [.sealed])
    fixture.expect(try fixture.seal("0193a7d2-0000-7000-8000-000000000000"), 1)
    fixture.expect(try fixture.send(kept[1].id), 0, "Recorded 1 capture")
    try fixture.expectClean()
  }
}
