import Glibc
import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct SendTests {
  @Test func whatIsKeptAtNowhereGoesAlongWithTheFirstEndpoint() throws {
    let fixture = try Fixture(registered: false)
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.send(), 75, "These stay on this device")
    #expect(try fixture.states(kept) == [nil])
    fixture.expect(try fixture.set(), 0, "waiting to be sent: 5")
    #expect(try fixture.states(kept) == [.staged])
    fixture.expect(try fixture.send(), 0, "Recorded 5 captures at register.")
    try fixture.expectRecorded(kept)
    let again = try fixture.send()
    #expect(again.status == 0 && again.output.isEmpty && again.error.isEmpty, "\(again)")
  }

  @Test(arguments: [1, 3, 4, 700])
  func batchesOfAnySize(count: Int) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(count)
    let run = try fixture.send()
    fixture.expect(run, 0, "Recorded \(count) capture\(count == 1 ? "" : "s") at register.")
    #expect(run.lines.count == 1 && !run.text.contains("All sent"))
    try fixture.expectRecorded(kept)
  }

  @Test func objectsThatAreEmptyLargeSharedOrAShareRecord() throws {
    let fixture = try Fixture()
    let share = Array("Format: spark-share 1\n\n".utf8)
    let same = TestFiles.noise(5000, seed: 1)
    let large = TestFiles.noise(3 << 20, seed: 2)
    let kept = try fixture.keep([same, [], large, same, same], share: share)
    fixture.expect(try fixture.send(), 0, "Recorded 5")
    try fixture.expectRecorded(kept)
    let record = fixture.register.appending(
      RegisterLayout.object(Digest(Blake2b256.hash(share))))
    #expect(try TestFiles.read(record) == share)
  }

  @Test func killedAtAnyPointAndRunAgain() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(600, size: 4000)
    var kills = 0
    for round in 0..<40 {
      let running = try fixture.scratch.start("spark-send")
      pause(seconds: 0.004 + Double(round % 20) * 0.011 + Double.random(in: 0...0.01))
      running.signal(SIGKILL)
      if try running.wait().signal == SIGKILL { kills += 1 }
    }
    #expect(kills > 5)
    let run = try fixture.send()
    #expect(run.status == 0, "\(run)")
    try fixture.expectRecorded(kept)
    #expect(try TestTree.files(fixture.register).count { $0.name.hasPrefix("moments/") } == 600)
  }

  @Test func twoSendersCarryEachRowOnce() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(1500)
    let senders = try (0..<3).map { _ in try fixture.scratch.start("spark-send") }
    var recorded = 0
    for sender in senders {
      let run = try sender.wait()
      #expect(run.status == 0, "\(run)")
      let words = run.text.split(separator: " ")
      if words.count > 1 { recorded += Int(words[1]) ?? 0 }
    }
    #expect(recorded == 1500)
    try fixture.expectRecorded(kept)
  }

  @Test func namedCapturesAlone() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(3)
    fixture.expect(try fixture.send(RawPath(kept[1].id.text)), 0, "Recorded 1 capture")
    #expect(try fixture.states([kept[0], kept[2]]) == [.staged])
    #expect(try fixture.states([kept[1]]) == [.done])
    fixture.expect(try fixture.send("no-id"), 64)
    fixture.expect(try fixture.send("0193a7d2-0000-7000-8000-000000000000"), 1, "no capture")
  }

  @Test func rowsWhoseBytesAreThereAlready() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.send(), 0)
    let tree = try fixture.tree()
    for record in kept {
      // As a sender leaves them that died after the bytes, or after the record.
      #expect(try tree.outbox.move(record.id, .done, .uploaded))
      try tree.root.remove(RawPath(TreeLayout.receipt(record.id, record.time)))
      try tree.captures.directory(RawPath(month(record)))
        .linkNew(RawPath(record.id.text), to: tree.held, RawPath(record.id.text))
    }
    try TestFiles.remove(fixture.moment(kept[0]))
    // A register put back from an older copy.
    try TestFiles.remove(fixture.landed(kept[1]))
    fixture.expect(try fixture.send(), 0, "Recorded 5")
    let held = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    #expect(held == 0)
    try fixture.expectRecorded(kept)
  }

  private func month(_ record: CaptureRecord) -> String {
    let (year, month) = record.time.yearMonth
    return "\(year)/\(month)"
  }

  @Test func watchSendsWhatComesAndEndsOnSIGTERM() throws {
    let fixture = try Fixture()
    let watcher = try fixture.scratch.start("spark-send", ["--watch"])
    var kept: [CaptureRecord] = []
    for _ in 0..<3 {
      kept += try fixture.keep(2)
      try eventually("they are recorded", timeout: 20) { try fixture.states(kept) == [.done] }
    }
    watcher.signal(SIGTERM)
    fixture.expect(try watcher.wait(timeout: 20), 0, "Recorded 2 captures")
    try fixture.expectRecorded(kept)
  }
}
