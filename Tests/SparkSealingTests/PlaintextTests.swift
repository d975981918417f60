import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// Of a tree whose policy is `keep-plaintext no` neither bytes nor names may be left.
@Suite struct PlaintextTests {
  private static let names: [[UInt8]] = [
    Array("caf\u{E9} plan.txt".utf8), Array("cafe\u{301} plan.txt".utf8),
    Array("broken ".utf8) + [0xFF, 0xC3] + Array(".txt".utf8), Array("twin one.txt".utf8),
    Array("twin two.txt".utf8), Array(" \n%41.txt".utf8),
  ]

  private func secret(_ seed: UInt64) -> [UInt8] {
    Array("the plan number \(seed) ".utf8) + TestFiles.noise(70_000, seed: seed)
  }

  private func expectNoTrace(of kept: [Fixture.Kept], _ more: [String] = [], _ fixture: Fixture)
    throws
  {
    var needles = more.map { Array($0.utf8) }
    for one in kept {
      needles += [one.record.name.bytes, Array(one.record.name.encoded.utf8)]
      needles.append(Array(one.record.object.hex.utf8))
      if !one.bytes.isEmpty { needles.append(Array(one.bytes.prefix(48))) }
    }
    #expect(try Leaks.find(needles, below: fixture.scratch.home.appending("endpoints")) == [])
    #expect(try Leaks.find(needles, below: fixture.drop) == [])
  }

  private func keepAll(_ fixture: Fixture) throws -> [Fixture.Kept] {
    let twin = secret(4)
    return try fixture.keep(
      [secret(1), secret(2), secret(3), twin, twin, secret(6)], names: Self.names,
      share: Array("Format: spark-share 1\nTitle: lunch with Ada\n\n".utf8))
  }

  @Test func nothingIsLeft() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try keepAll(fixture)
    // As long as a twin waits, the bytes of both stay.
    fixture.expect(try fixture.seal(kept[3].id), 0, "Sealed 1")
    #expect(try TestFiles.exists(fixture.plain(kept[4])))
    #expect(try !Leaks.find([Self.names[4]], below: fixture.scratch.home).isEmpty)
    try fixture.expectClean()
    fixture.expect(try fixture.seal(), 0, "Sealed 5")
    try expectNoTrace(of: kept, ["lunch", "Ada", "plan", "twin"], fixture)
    fixture.expect(try fixture.status(), 1, "6 waiting")
    try fixture.expectClean()
    fixture.expect(try fixture.send(), 0, "Recorded 6")
    try expectNoTrace(of: kept, ["lunch", "Ada", "plan", "twin"], fixture)
    try fixture.expectRecorded(kept)
    for one in kept {
      let truth = try CaptureRecord(parsing: TestFiles.read(fixture.truth(one)))
      #expect(truth.isSealed && truth.size == one.record.size && truth.time == one.record.time)
    }
  }

  @Test func thePolicyMayChange() throws {
    let fixture = try Fixture()
    let first = try fixture.keep([secret(1)], names: [Self.names[0]])
    fixture.expect(try fixture.seal(), 0)
    fixture.expect(try fixture.set(fixture.address, ["--keep-plaintext", "no"]), 0)
    let second = try fixture.keep([secret(2)], names: [Self.names[1]])
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    try expectNoTrace(of: second, [], fixture)
    fixture.expect(try fixture.set(fixture.address, ["--keep-plaintext", "yes"]), 0)
    let third = try fixture.keep([secret(3)], names: [Self.names[2]])
    try fixture.rotate()
    try fixture.unlock()
    fixture.expect(try fixture.seal(), 0, "Sealed 3")
    #expect(try TestFiles.exists(fixture.plain(third[0])))
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(first + second + third)
  }

  @Test func whileABackupHoldsTheLockTheyStay() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try keepAll(fixture)
    let lock = try fixture.inTree(TreeLayout.lock)
    let backup = try fixture.scratch.start("flock", ["-s", lock, "sleep", "60"])
    pause(seconds: 0.3)
    fixture.expect(try fixture.seal(), 3, "A backup or another tool holds the lock")
    #expect(try fixture.states(kept) == [.sealing])
    for one in kept { #expect(try TestFiles.read(fixture.plain(one)) == one.bytes) }
    backup.killAll()
    _ = try backup.wait()
    fixture.expect(try fixture.seal(), 0, "Sealed 6")
    try expectNoTrace(of: kept, [], fixture)
    fixture.expect(try fixture.send(), 0)
    try fixture.expectRecorded(kept)
  }

  @Test func killedAtAnyPointAndRunAgain() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    var kept: [Fixture.Kept] = []
    var kills = 0
    for round in 0..<24 {
      kept += try fixture.keep(
        (0..<12).map { secret(UInt64(round * 100 + $0 / 2)) },
        names: (0..<12).map { Array("twin plan \(round) \($0).txt".utf8) })
      let running = try fixture.scratch.start(fixture.call("spark-seal"))
      pause(seconds: 0.004 + Double(round % 12) * 0.004 + Double.random(in: 0...0.004))
      running.signal(SIGKILL)
      if try running.wait().signal == SIGKILL { kills += 1 }
    }
    #expect(kills > 5)
    #expect(try fixture.seal().status == 0)
    try expectNoTrace(of: kept, ["plan", "twin"], fixture)
    fixture.expect(try fixture.send(), 0, "Recorded 288")
    #expect(try fixture.dropped("records").count == 288)
    fixture.expect(try fixture.status(), 0, "All sent")
    fixture.expect(try fixture.run("spark-verify", ["--repair"]), 0)
    try fixture.expectClean()
  }

  /// An importer died after the capture and before its claim's end, and the capture was sealed since.
  @Test(arguments: [true, false], [true, false])
  func aClaimThatWasLeft(isShare: Bool, sent: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let file = fixture.scratch.file("secret plan.txt")
    try TestFiles.write(file, secret(1))
    let inbox = fixture.scratch.home.appending("inbox")
    let claims = inbox.appending(".spark/claims/\(try fixture.tree().record().tree.text)")
    let aside = fixture.scratch.file("aside")
    let claim: RawPath
    if isShare {
      let run = try fixture.run(
        "spark-share", ["--inbox", inbox, "--title", "secret lunch", "--", file])
      fixture.expect(run, 0)
      let id = try #require(run.lines.first)
      claim = claims.appending("\(id).share")
      fixture.expect(
        try fixture.scratch.run("cp", ["-a", inbox.appending("\(id).share"), aside]), 0)
      fixture.expect(try fixture.run("spark-import"), 0, "Kept 1")
    } else {
      let name = inbox.appending("secret plan.txt")
      fixture.expect(try fixture.scratch.run("cp", ["-a", file, name]), 0)
      fixture.expect(try fixture.scratch.run("cp", ["-a", file, aside]), 0)
      fixture.expect(try fixture.run("spark-import"), 0, "Kept 1")
      let id = try #require(try fixture.tree().outbox.ids(.sealing).first)
      claim = claims.appending("\(id.text).secret plan.txt")
    }
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    if sent { fixture.expect(try fixture.send(), 0, "Recorded 1") }
    let needles = ["secret", "lunch", "the plan number"].map { Array($0.utf8) }
    let endpoints = fixture.scratch.home.appending("endpoints")
    #expect(try Leaks.find(needles, below: endpoints) == [])
    try TestFiles.rename(aside, to: claim)
    fixture.expect(try fixture.run("spark-import"), 0)
    #expect(try Leaks.find(needles, below: endpoints) == [])
    #expect(!TestFiles.exists(claim) && !TestFiles.exists(inbox.appending("secret plan.txt")))
    let outbox = try fixture.tree().outbox
    #expect(try outbox.ids(.sealing) == [])
    #expect(try outbox.ids(sent ? .done : .sealed).count == 1)
    fixture.expect(try fixture.send(), 0)
    #expect(try fixture.dropped("records").count == 1)
    fixture.expect(try fixture.status(), 0, "All sent")
    try fixture.expectClean()
  }

  /// A share names its own id, and this one has other bytes: they must not be lost.
  @Test func anotherShareUnderASealedOnesId() throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let file = fixture.scratch.file("plan.txt")
    try TestFiles.write(file, "first")
    let inbox = fixture.scratch.home.appending("inbox")
    let run = try fixture.run("spark-share", ["--inbox", inbox, "--", file])
    let share = inbox.appending("\(try #require(run.lines.first)).share")
    let aside = fixture.scratch.file("aside")
    fixture.expect(try fixture.scratch.run("cp", ["-a", share, aside]), 0)
    fixture.expect(try fixture.run("spark-import"), 0, "Kept 1")
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    // The same share once more is the same capture.
    fixture.expect(try fixture.scratch.run("cp", ["-a", aside, share]), 0)
    fixture.expect(try fixture.run("spark-import"), 0, "Kept 0")
    #expect(!TestFiles.exists(share))
    #expect(try fixture.run("spark-list").lines.count == 1)
    fixture.expect(try fixture.run("spark-verify"), 0)
    try TestFiles.write(aside.appending("1"), "other")
    try TestFiles.rename(aside, to: share)
    #expect(try fixture.run("spark-import").status == 3)
    #expect(try TestFiles.read(share.appending("1")) == Array("other".utf8))
    #expect(
      try Leaks.find([Array("other".utf8)], below: fixture.scratch.home.appending("endpoints"))
        == [])
  }
}
