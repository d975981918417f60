import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// What a register's log says is held against it.
@Suite struct TrailTests {
  private let fixture: Fixture
  private let old: [CaptureRecord]
  private var copy: RawPath { fixture.scratch.file("copy") }

  /// Three captures are at the register, which is then copied aside.
  init() throws {
    fixture = try Fixture()
    old = try fixture.keep(3)
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    #expect(
      try fixture.scratch.run("cp", ["-a", fixture.register, fixture.scratch.file("copy")]).status
        == 0)
  }

  private func restore() throws {
    try TestFiles.remove(fixture.register)
    #expect(try fixture.scratch.run("cp", ["-a", copy, fixture.register]).status == 0)
  }

  /// Another device sends so many captures to the same register.
  private func other(_ count: Int) throws {
    let other = try Fixture(register: fixture.register)
    try other.keep(count)
    other.expect(try other.send(), 0)
  }

  private func status(_ status: Int32, _ sentence: String) throws {
    let run = try fixture.scratch.run("spark-status", ["--check"])
    #expect(run.status == status, "\(run)")
    #expect(run.lines.first?.contains(sentence) == true, "\(run)")
  }

  @Test func aRegisterThatForgotIsAVerdictUntilItIsAccepted() throws {
    let new = try fixture.keep(2)
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try restore()
    // Nothing waits, and it is found all the same.
    fixture.expect(
      try fixture.send(), 78, "has forgotten what it recorded: its log had 5 entries and now has 3")
    try status(2, "has forgotten")
    let more = try fixture.keep(1)
    fixture.expect(try fixture.send(), 78, "accept-rollback")
    #expect(try fixture.states(more) == [.staged])
    fixture.expect(
      try fixture.scratch.run("spark-endpoint", ["accept-rollback"]), 0, "with 3 entries in its log"
    )
    #expect(try fixture.states(new) == [.staged] && fixture.states(old) == [.done])
    #expect(try fixture.scratch.run("spark-verify").status == 0)
    fixture.expect(
      try fixture.scratch.run("spark-endpoint", ["accept-rollback"]), 1, "nothing to accept")
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(old + new + more)
    try status(0, "All sent")
  }

  @Test(arguments: [1, 2, 5]) func aLogThatWasRewrittenIsAVerdict(others: Int) throws {
    let new = try fixture.keep(2)
    fixture.expect(try fixture.send(), 0)
    try restore()
    try other(others)
    let sentence = others < 2 ? "has forgotten" : "has rewritten its log"
    fixture.expect(try fixture.send(), 78, sentence)
    try status(2, sentence)
    fixture.expect(try fixture.scratch.run("spark-endpoint", ["accept-rollback"]), 0, "Held again")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(old + new)
  }

  @Test func anotherKeyIsAVerdictAndStaysOne() throws {
    try TestFiles.remove(fixture.register.appending("log"))
    fixture.expect(try fixture.send(), 78, "had a log and has none any more")
    try other(2)
    let kept = try fixture.keep(1)
    fixture.expect(try fixture.send(), 78, "signs with another key")
    #expect(try fixture.states(kept) == [.staged])
    fixture.expect(
      try fixture.scratch.run("spark-endpoint", ["accept-rollback"]), 78, "signs with another key")
    fixture.expect(try fixture.set(), 78, "signs with another key")
    try status(2, "signs with another key")
  }

  @Test func aRegisterFromBeforeItHadALogIsTakenAgain() throws {
    try TestFiles.remove(fixture.register.appending("log"))
    fixture.expect(
      try fixture.scratch.run("spark-endpoint", ["accept-rollback"]), 0,
      "Held again and waiting to be sent: 3")
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(old)
  }

  @Test(arguments: ["checkpoint", "tile/0/000.p/3", "tile/entries/000.p/3", "key"])
  func aLogThatWasDamagedIsAVerdict(name: String) throws {
    let path = fixture.register.appending("log").appending(name)
    var bytes = try TestFiles.read(path)
    bytes[bytes.count / 2] ^= 1
    try TestFiles.remove(path)
    try TestFiles.write(path, bytes)
    let kept = try fixture.keep(1)
    fixture.expect(try fixture.send(), 78, "log")
    #expect(try fixture.states(kept) == [.staged])
    try status(2, "log")
  }

  @Test func everyBitOfAReceiptCounts() throws {
    let tree = try fixture.tree()
    let path = tree.root.path.appending(TreeLayout.receipt(old[1].id, old[1].time))
    let whole = try TestFiles.read(path)
    let trust = ReceiptTrust(try tree.record())
    let truth = try tree.root.contents(RawPath(TreeLayout.truth(old[1].id, old[1].time)))
    func isBelieved(_ bytes: [UInt8]) -> Bool {
      guard let receipt = try? ReceiptRecord(parsing: bytes), receipt.serialized == bytes else {
        return false
      }
      return receipt.trail != nil
        && trust.holds(receipt, for: old[1], digest: Digest(Blake2b256.hash(truth)), sealed: nil)
    }
    #expect(isBelieved(whole))
    var believed: [Int] = []
    for place in whole.indices {
      for bit in [0, 3, 7] {
        var bytes = whole
        bytes[place] ^= 1 << bit
        if isBelieved(bytes) { believed.append(place) }
      }
    }
    #expect(believed == [])
  }

  @Test func aReceiptWhoseProofIsBrokenIsFoundAndReplaced() throws {
    let tree = try fixture.tree()
    let path = tree.root.path.appending(TreeLayout.receipt(old[1].id, old[1].time))
    let whole = try ReceiptRecord(parsing: TestFiles.read(path))
    var broken = whole
    let proof = try InclusionProof(parsing: #require(whole.trail).proof)
    let other = InclusionProof(
      index: (proof.index + 1) % 3, hashes: proof.hashes, checkpoint: proof.checkpoint)
    broken.trail?.proof = other.serialized
    try TestFiles.remove(path)
    try TestFiles.write(path, broken.serialized, mode: 0o444)
    fixture.expect(try fixture.scratch.run("spark-verify"), 1, "This receipt's proof does not hold")
    fixture.expect(try fixture.scratch.run("spark-verify", ["--repair"]), 1, "")
    #expect(try fixture.states([old[1]]) == [.staged])
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(old)
    #expect(try fixture.scratch.run("spark-verify").status == 0)
  }

  /// Once there is a log, a receipt without a proof is worth nothing.
  @Test func aReceiptWithoutItsProofIsFoundAndReplaced() throws {
    let tree = try fixture.tree()
    let path = tree.root.path.appending(TreeLayout.receipt(old[1].id, old[1].time))
    var receipt = try ReceiptRecord(parsing: TestFiles.read(path))
    receipt.trail = nil
    try TestFiles.remove(path)
    try TestFiles.write(path, receipt.serialized, mode: 0o444)
    fixture.expect(try fixture.scratch.run("spark-verify"), 1, "it has no proof")
    fixture.expect(try fixture.scratch.run("spark-verify", ["--repair"]), 1)
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(old)
  }

  /// As a store and a register look that were made before there were logs.
  private func forgetTheLog() throws {
    let tree = try fixture.tree()
    for record in old {
      let path = tree.root.path.appending(TreeLayout.receipt(record.id, record.time))
      var receipt = try ReceiptRecord(parsing: TestFiles.read(path))
      receipt.trail = nil
      try TestFiles.remove(path)
      try TestFiles.write(path, receipt.serialized, mode: 0o444)
    }
    var record = try tree.record()
    record.registerKey = nil
    try tree.replaceRecord(record)
    try TestFiles.remove(tree.root.path.appending(TreeLayout.checkpoint))
    try TestFiles.remove(fixture.register.appending("log"))
  }

  @Test(arguments: [0, 2]) func receiptsFromBeforeTheLogAreReplaced(waiting: Int) throws {
    try forgetTheLog()
    #expect(try fixture.scratch.run("spark-verify").status == 0)
    try status(0, "All sent")
    let more = try fixture.keep(waiting)
    if waiting == 0 { fixture.expect(try fixture.set(), 0) }
    fixture.expect(try fixture.send(), 0, "now prove what they say: 3")
    try fixture.expectRecorded(old + more)
    fixture.expect(try fixture.send(), 0)
    #expect(try !fixture.tree().record().hasUnprovenReceipts)
  }

  @Test func whatTheRegisterLostBeforeTheLogIsSentAgain() throws {
    try forgetTheLog()
    try TestFiles.remove(fixture.moment(old[0]))
    fixture.expect(try fixture.set(), 0)
    fixture.expect(try fixture.send(), 0, "now prove what they say: 2")
    try status(1, "1 waiting")
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(old)
  }

  /// A second machine signs what it sees, and a device that trusts it holds that against the register.
  @Test func aWitnessIsBelievedAndStandsGuard() throws {
    let key = fixture.scratch.file("witness")
    let made = try fixture.scratch.run("spark-audit", ["witness", "new", key, "--name", "notary"])
    let text = try #require(made.lines.last)
    fixture.expect(
      try fixture.scratch.run("spark-audit", ["witness", "sign", fixture.register, "--key", key]), 0
    )
    // Nobody has said that this one is trusted.
    fixture.expect(try fixture.send(), 0)
    try statusSays("its receipts are self-witnessed")
    fixture.expect(try fixture.set(nil, "--witness", RawPath(text)), 0)
    fixture.expect(try fixture.send(), 0)
    try statusSays("The first 3 entries of register's log are witnessed by notary.")
    // Another device's captures are witnessed too, and then forgotten: this one has never seen them.
    try other(2)
    fixture.expect(
      try fixture.scratch.run("spark-audit", ["witness", "sign", fixture.register, "--key", key]), 0
    )
    let notes = fixture.register.appending("log/witness")
    let kept = fixture.scratch.file("notes")
    #expect(try fixture.scratch.run("cp", ["-a", notes, kept]).status == 0)
    try restore()
    #expect(try fixture.scratch.run("cp", ["-aT", kept, notes]).status == 0)
    fixture.expect(try fixture.send(), 78, "its log had 5 entries and now has 3")
    fixture.expect(try fixture.set(nil, "--witness", "none"), 0)
    fixture.expect(try fixture.send(), 0)
    try status(0, "All sent")
  }

  private func statusSays(_ sentence: String) throws {
    let run = try fixture.scratch.run("spark-status")
    #expect(run.text.contains(sentence), "\(run)")
  }

  /// Four devices send at once; with `lock` as strace makes the register's lock answer.
  @Test(arguments: ["", "error=ENOLCK", "retval=0"]) func fourSendersAtOnce(lock: String) throws {
    var devices: [(Fixture, [CaptureRecord])] = []
    for _ in 0..<4 {
      let device = try Fixture(register: fixture.register)
      devices.append((device, try device.keep(30)))
    }
    let shared = TestFiles.noise(3000, seed: 77)
    for (place, device) in devices.enumerated() { devices[place].1 += try device.0.keep([shared]) }
    for _ in 0..<3 {
      var running: [Running] = []
      for (place, device) in devices.enumerated() {
        devices[place].1 += try device.0.keep(4)
        var call = ToolCall("spark-send")
        if !lock.isEmpty {
          call = call.under([
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=flock,fcntl", "-P",
            fixture.register.appending("lock"), "-e", RawPath("inject=flock,fcntl:\(lock)"),
          ])
        }
        running.append(try device.0.scratch.start(call))
      }
      for run in running {
        let end = try run.wait()
        #expect(end.status == 0, "\(end)")
      }
    }
    for (device, kept) in devices { try device.expectRecorded(kept) }
    // Each record has one entry, and none is there twice.
    let register = try #require(try RegisterDirectory.open(fixture.register))
    let log = try #require(try RegisterLog.open(register, prefix: "test"))
    #expect(log.size == Int64(old.count + devices.reduce(0) { $0 + $1.1.count }))
    fixture.expect(try fixture.send(), 0)
    try fixture.expectRecorded(old)
  }
}
