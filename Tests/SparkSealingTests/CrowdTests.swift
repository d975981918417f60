import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct CrowdTests {
  private func number(_ run: ToolRun, after word: String) -> Int {
    let words = run.text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    return zip(words, words.dropFirst()).reduce(0) { $1.0 == word ? $0 + (Int($1.1) ?? 0) : $0 }
  }

  @Test(arguments: [true, false]) func twoSealersSealEachOnce(keepsPlaintext: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", keepsPlaintext ? "yes" : "no")
    let kept = try fixture.keep(700)
    let sealers = try (0..<3).map { _ in try fixture.scratch.start(fixture.call("spark-seal")) }
    var sealed = 0
    for sealer in sealers {
      let run = try sealer.wait()
      #expect(run.status == 0, "\(run)")
      sealed += number(run, after: "Sealed")
    }
    #expect(sealed == 700)
    #expect(try fixture.states(kept) == [.sealed])
    let objects = try TestTree.files(fixture.inTree(TreeLayout.objects)).count
    #expect(objects == (keepsPlaintext ? 2100 : 1400))
    try fixture.expectClean()
  }

  @Test(arguments: [true, false]) func everybodyAtOnceAndARotation(keepsPlaintext: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", keepsPlaintext ? "yes" : "no")
    try fixture.unlock()
    let kept = try fixture.keep(900)
    var recorded = 0
    for round in 0..<3 {
      var running: [Running] = []
      for tool in ["spark-seal", "spark-send", "spark-seal", "spark-send"] {
        running.append(try fixture.scratch.start(fixture.call(tool)))
        pause(seconds: 0.05)
      }
      let rotation = try fixture.scratch.start(
        fixture.call("spark-key", ["rotate", "--passphrase-file", fixture.passphrase]))
      for (place, one) in (running + [rotation]).enumerated() {
        let run = try one.wait()
        // Some rows may wait to be sealed again.
        #expect(run.status == 0 || (run.status == 3 && place < 4), "round \(round): \(run)")
        recorded += number(run, after: "Recorded")
      }
    }
    try eventually("all are recorded", timeout: 60) {
      fixture.expect(try fixture.seal(), 0)
      recorded += number(try fixture.send(), after: "Recorded")
      return try fixture.states(kept) == [.done]
    }
    #expect(recorded == 900)
    #expect(try fixture.dropped("records").count == 900)
    #expect(try fixture.dropped("tmp") == [])
    #expect(try fixture.pin().generation == 4)
    fixture.expect(try fixture.status(), 0, "All sent")
    try fixture.expectClean()
    try fixture.expectRecorded(Array(kept.shuffled().prefix(20)))
  }
}
