import SparkFormat
import Testing

@Test func aTruthIsWrittenAsTheLayoutSays() throws {
  #expect(String(decoding: Samples.capture.serialized, as: UTF8.self) == Samples.captureText)
  var capture = Samples.capture
  capture.name = FileName([0x20, 0xFF, 0x0A, 0x5C])
  capture.folder = nil
  capture.share = Samples.other
  capture.shareRecord = Samples.digest
  capture.crumb = "cwkspark://link?x=1"
  let read = try CaptureRecord(parsing: capture.serialized)
  #expect(read == capture && read.time.offset == 32_400)
  capture.folder = FilePath("")
  #expect(try CaptureRecord(parsing: capture.serialized).folder == nil)
}

@Test(
  arguments: [
    ("Id: ", "Id: x", .badValue, "Id"), ("Time: ", "Time: now", .badValue, "Time"),
    ("Size: ", "Size: -1", .badValue, "Size"), ("Size: ", "Size: 007", .badValue, "Size"),
    ("Size: ", "Size: 9223372036854775808", .badValue, "Size"),
    ("Size: ", "Size:", .badValue, "Size"),
    ("Object: ", "Object: blake2b-256:00", .badValue, "Object"),
    ("Name: ", "Name: %0", .badValue, "Name"), ("Folder: ", "Folder: a%2Fb", .badValue, "Folder"),
    ("Zone: ", "Zone: a\nZone: a", .duplicateField, "Zone"),
    ("Inbox: ", "X: y", .missingField, "Inbox"),
    ("Format: ", "Format: spark-capture 2", .unknownVersion, "Format"),
  ] as [(String, String, FormatError.Code, String)])
func wrongTruthsAreRefused(line: String, instead: String, code: FormatError.Code, field: String) {
  let lines = Samples.captureText.split(separator: "\n", omittingEmptySubsequences: false)
  let text = lines.map { $0.hasPrefix(line) ? instead : String($0) }.joined(separator: "\n")
  do {
    _ = try CaptureRecord(parsing: Array(text.utf8))
    Issue.record("was taken")
  } catch {
    #expect(error.code == code && error.field == field && error.what == "spark-capture")
    #expect(error.text.hasPrefix("spark-capture: \(field): "))
  }
}

@Test func everyKindOfRecordComesBack() throws {
  let id = Samples.id
  let time = Samples.time
  let digest = Samples.digest
  let receipt = ReceiptRecord(
    id: id, kind: "directory", register: "r", record: digest, object: digest, time: time)
  #expect(try ReceiptRecord(parsing: receipt.serialized) == receipt)
  let row = RowRecord(
    id: id, attempts: 2, due: time, from: .staged, reason: .conflict, sentence: "No.\nReally.")
  #expect(try RowRecord(parsing: row.serialized) == row)
  #expect(try RowRecord(parsing: Samples.capture.serialized) == RowRecord(id: id))
  let nowhere = EndpointRecord(tree: id, name: "nowhere")
  #expect(try EndpointRecord(parsing: nowhere.serialized) == nowhere)
  #expect(nowhere.ceiling == .bytes(750_000_000))
  let endpoint = EndpointRecord(
    tree: id, name: "nas", identity: "r", kind: .directory,
    address: try Address(parsing: "/mnt/nas"), ceiling: Ceiling.none)
  #expect(try EndpointRecord(parsing: endpoint.serialized) == endpoint)
  let weather = WeatherRecord(since: time, attempts: 3, due: time, verdict: true, sentence: "Gone.")
  #expect(try WeatherRecord(parsing: weather.serialized) == weather)
  let inbox = InboxRecord(path: FilePath("/srv/ a"), keep: true, tree: id)
  #expect(try InboxRecord(parsing: inbox.serialized) == inbox)
  let notes = [
    NoteRecord(path: FilePath("a\nb"), sentence: "No.", time: time),
    NoteRecord(path: FilePath(""), sentence: "No.", time: time),
  ]
  #expect(try NoteRecord.parseMany(notes.flatMap(\.serialized)) == notes)
  #expect(try NoteRecord.parseMany([]).isEmpty)
  let seen = SeenRecord(
    path: FilePath("a"), size: 1, modified: FileTime(seconds: -1, nanoseconds: 5),
    changed: FileTime(seconds: .max, nanoseconds: 0), inode: .max, object: digest, id: id)
  #expect(try SeenRecord(parsing: seen.serialized) == seen)
  let identity = RegisterIdentity(identity: id.text)
  #expect(try RegisterIdentity(parsing: identity.serialized) == identity)
}

@Test func anInboxMayBeWrittenByHand() throws {
  let text = "# my scanner\r\nFormat: spark-inbox 1\r\n\r\nPath: /srv/scans  \r\n"
  #expect(
    try InboxRecord(parsing: Array(text.utf8)) == InboxRecord(path: FilePath("/srv/scans")))
  for wrong in ["Path: srv", "Path: ", "Keep: yes", "Path: /a\nKeep: maybe"] {
    #expect(throws: FormatError.self) {
      try InboxRecord(parsing: Array("Format: spark-inbox 1\n\(wrong)\n\n".utf8))
    }
  }
}

@Test func sharesNameTheirFiles() throws {
  let share = ShareRecord(
    id: Samples.id, time: Samples.time, zone: "Asia/Seoul", title: "Lunch",
    files: [FileName("../../etc/passwd"), FileName([0xFF]), FileName("menu.jpg"), FileName("")],
    text: [3], links: [4])
  #expect(try ShareRecord(parsing: share.serialized) == share)
  var many = share
  many.files = (0..<ShareRecord.fileLimit).map { FileName("\($0)") }
  #expect(try ShareRecord(parsing: many.serialized) == many)
  many.files.append(FileName("one more"))
  var none = share
  none.files = []
  var beyond = share
  beyond.links = [5]
  var zeroth = share
  zeroth.text = [0]
  for wrong in [many, none, beyond, zeroth] {
    #expect(throws: FormatError.self) { try ShareRecord(parsing: wrong.serialized) }
  }
}

@Test(
  arguments: [
    ("", 0), ("+12\n", 12), ("+12\n-12\n", 0), ("+12\n-2\n+5\n", 15), ("+0\n", 0),
    ("+9223372036854775807\n", .max), ("+12", nil), ("+12\n-13\n", nil), ("-1\n+2\n", nil),
    ("+9223372036854775807\n+1\n", nil), ("+9223372036854775808\n", nil), ("12\n", nil),
    ("+\n", nil),
    ("\n", nil), ("+1\n\n", nil), ("+1 \n", nil), ("++1\n", nil), ("+01\n", nil),
    ("+1\u{0}\n", nil),
  ] as [(String, Int64?)]) func ledgersAreSummed(lines: String, sum: Int64?)
{
  let ledger = HeldLedger.start(boot: "b") + Array(lines.utf8)
  #expect(HeldLedger.sum(ledger, boot: "b") == sum)
  #expect(HeldLedger.sum(ledger, boot: "c") == nil && HeldLedger.sum([], boot: "b") == nil)
  #expect(HeldLedger.sum(HeldLedger.start(boot: "b").dropLast(), boot: "b") == nil)
  #expect(HeldLedger.delta(12) + HeldLedger.delta(-12) == Array("+12\n-12\n".utf8))
}
