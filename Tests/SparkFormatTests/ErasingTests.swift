import SparkFormat
import Testing

@Suite struct ErasingTests {
  private static let sentences: [ErasingSentence] =
    [
      .alreadyRecorded(capture: "a.jpg", name: "nas"),
      .mayBeRecorded(capture: "a.jpg", name: "nas"),
      .waitsForAnswer(capture: "a.jpg", name: "nas"), .needsYes, .notDiscarded,
      .wouldDiscard("a.jpg"), .originalStays("a.jpg"), .nothingToDiscard("a.jpg"),
      .signedOut(name: "nas"), .unsentKept(name: "nas", count: 2, total: 3),
      .stillRecording(name: "nas"), .nothingToSignOutOf, .prunedInAll(count: 2, size: ByteCount(7)),
      .pruneUnreadable(name: "nas"), .pruneNoAnswer(name: "nas"),
      .pruneUnconfirmed(name: "nas", count: 2), .retiredUnsent(3), .bytesPruned,
    ]
    + PruneReason.allCases.map { .pruned(path: "a", size: ByteCount(7), why: $0) }

  @Test(arguments: sentences) func inBothLanguages(sentence: ErasingSentence) {
    let english = Sentence.erasing(sentence).text(.english)
    let korean = Sentence.erasing(sentence).text(.korean)
    #expect(!english.isEmpty && english != korean)
    #expect(english.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
    #expect(!english.contains("All sent") && !english.contains("Discarded."))
    for name in ["nas", "a.jpg", "--discard-unsent 3", "--yes"] where english.contains(name) {
      #expect(korean.contains(name), "\(name)")
    }
  }

  @Test func whatWasNeverSentIsSaidWithItsTotal() {
    #expect(
      Sentence.erasing(.unsentKept(name: "nas", count: 2, total: 3)).text(.english)
        == "Signed out of nas. Never sent, and out of reach now: 2. "
        + "spark-prune --discard-unsent 3 erases them.")
    #expect(
      Sentence.erasing(.mayBeRecorded(capture: "a", name: "nas")).text(.english)
        .contains("may already be recorded"))
  }

  @Test func aNoteOfPrunedBytesComesBack() throws {
    let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
    let record = PrunedRecord(
      id: CaptureID(high: 0x7000, low: 1 << 63), time: Samples.time, object: digest,
      register: "0193a7d2-0000-7000-8000-000000000000")
    #expect(try PrunedRecord(parsing: record.serialized) == record)
    #expect(throws: FormatError.self) {
      try PrunedRecord(parsing: Array(record.serialized.dropLast(9)))
    }
  }

  @Test func namesOfTheErasersComeBack() {
    let id = CaptureID(high: 0x7000, low: 1 << 63)
    #expect(TreeLayout.discarded(Array(TreeLayout.discardName(id).utf8)) == id)
    #expect(TreeLayout.discarded(Array("import,\(id.text)".utf8)) == nil)
    let name = StoreLayout.retiredName(12, id)
    #expect(StoreLayout.retired(name)?.number == 12 && StoreLayout.retired(name)?.tree == id)
    #expect(StoreLayout.retired(name + StoreLayout.erasing)?.isErasing == true)
    for wrong in ["12", "0-\(id.text)", "x-\(id.text)", "12-", "12-\(id.text)x"] {
      #expect(StoreLayout.retired(wrong) == nil, "\(wrong)")
    }
  }
}
