import SparkFormat
import Testing

/// What reading some bytes as `spark-x` comes to.
private func outcome(_ text: [UInt8]) -> FormatError.Code? {
  do {
    _ = try Record.parse(text, expecting: "spark-x")
    return nil
  } catch {
    return error.code
  }
}

@Test(
  arguments: [
    ("Format: spark-x 1\n\n", nil), ("Format: spark-x 1\nA: b\nA: b\n\n", nil),
    ("Format: spark-x 1\nA:\nB: \n\n", nil), ("Format: spark-x 1\nA: b\n+ c\n+\n+ d\n\n", nil),
    ("", .malformed), ("\n", .malformed), ("\n\n", .malformed), ("Format: spark-x 1", .malformed),
    ("Format: spark-x 1\n", .malformed), ("Format: spark-x 1\nA: b\n", .malformed),
    ("Format: spark-x 1\n\nA: b\n\n", .malformed), ("Format: spark-x 1\n\n\n", .malformed),
    ("Format: spark-x 2\n\n", .unknownVersion), ("Format: spark-x 10\n\n", .unknownVersion),
    ("Format: spark-x one\n\n", .malformed), ("Format: spark-xy 1\n\n", .malformed),
    ("Format: spark-y 1\n\n", .malformed), ("A: b\n\n", .malformed), ("Format\n\n", .malformed),
    ("format: spark-x 1\n\n", .malformed), ("Format: spark-x 1\na: b\n\n", .malformed),
    ("Format: spark-x 1\nA-B: c\n\n", .malformed), ("Format: spark-x 1\n+ c\n\n", .malformed),
    ("Format: spark-x 1\nA: b\u{0}\n\n", .malformed), ("Format: spark-x 1\r\n\r\n", .malformed),
    ("Format: spark-x 1\nA: \u{1B}[2J\n\n", .malformed), ("Format: spark-x 1\n: b\n\n", .malformed),
    ("Format: spark-x 1\n b\n\n", .malformed), ("\u{FEFF}Format: spark-x 1\n\n", .malformed),
  ] as [(String, FormatError.Code?)]) func records(text: String, code: FormatError.Code?)
{
  #expect(outcome(Array(text.utf8)) == code)
}

@Test func recordsKeepTheirFields() throws {
  var record = Record(format: "spark-x 1")
  record.append("Text", "one\ntwo\n\n+ three\n")
  record.append("Name", bytes: [0x61, 0xFF])
  record.append("Name", "b")
  record.appendOptional("Nothing", nil)
  record.append("Hostile", "a\u{1B}b\tc\\\nd\\")
  let read = try Record.parse(record.serialized, expecting: "spark-x")
  #expect(read["Text"] == "one\ntwo\n\n+ three\n" && read["Nothing"] == nil)
  #expect(read["Name"] == nil && read.bytes("Name") == [0x61, 0xFF] && read.all("Name") == ["b"])
  #expect(read["Hostile"] == "a b c\\ \nd\\ ")
  #expect(read.serialized == record.serialized)
  let many = try Record.parseMany(read.serialized + record.serialized, expecting: "spark-x")
  #expect(many.count == 2 && many[1]["Text"] == read["Text"])
  #expect(try Record.parseMany([], expecting: "spark-x").isEmpty)
}

@Test func tornAndRandomRecordsNeverTrap() {
  let whole = Samples.capture.serialized
  for length in 0..<whole.count {
    #expect(throws: FormatError.self) { try CaptureRecord(parsing: Array(whole.prefix(length))) }
  }
  var random = SeededGenerator(4)
  for _ in 0..<5_000 {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      bytes.replaceSubrange(at..<at + 1, with: random.bytes(upTo: 3))
    }
    if let read = try? CaptureRecord(parsing: bytes) {
      #expect((try? CaptureRecord(parsing: read.serialized)) == read)
    }
    _ = outcome(Array("Format: spark-x 1\n".utf8) + random.bytes(upTo: 60) + [0x0A, 0x0A])
    _ = try? Record.parseMany(random.bytes(upTo: 60), expecting: "spark-x")
    _ = try? InboxRecord(parsing: random.bytes(upTo: 60))
  }
}

@Test func randomRecordsComeBack() throws {
  var random = SeededGenerator(5)
  for _ in 0..<1_000 {
    var record = Record(format: "spark-x 1")
    var expected: [[UInt8]] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let name = FileName(random.bytes(upTo: 20))
      record.append("F", name.encoded)
      expected.append(name.bytes)
    }
    let read = try Record.parse(record.serialized, expecting: "spark-x")
    #expect(read.all("F").map { FileName(encoded: $0)?.bytes } == expected)
    // Whatever else it is given, what is written can be read.
    record.append("Any", bytes: random.bytes(upTo: 30))
    _ = try Record.parse(record.serialized, expecting: "spark-x")
  }
}
