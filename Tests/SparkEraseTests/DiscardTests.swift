import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct DiscardTests {
  @Test func aStagedCaptureIsGoneForGood() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    try place.discard(RawPath(kept[0].id.text), says: "Discarded.")
    try place.expectGone(kept[0])
    try place.expectGoneEverywhere(kept[0])
    try place.verify()
    #expect(try place.tree().ledger.total() == 3)
    try place.run(
      "spark-discard", ["--yes", RawPath(kept[0].id.text)], ends: 1, says: "There is no")
    try place.send()
    #expect(try place.moments() == [kept[1].id.text])
  }
}

extension Place {
  func expectGoneEverywhere(_ record: CaptureRecord, line: Int = #line) throws {
    try expectGone(record, line: line)
    let name = record.object.hex
    let files = try TestTree.read(scratch.path)
    #expect(files.filter { $0.content == name }.map(\.name).filter { $0.hasPrefix("home") } == [])
  }
}
