import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct SharesTests {
  /// Makes 24 photographs and shares them as one.
  static func share24(_ store: Store) throws -> (id: String, photographs: [[UInt8]]) {
    let source = store.scratch.file("camera")
    try TestFiles.makeDirectory(source)
    let photographs = (1...24).map { TestFiles.noise(40_000 + $0, seed: UInt64($0)) }
    var paths: [RawPath] = []
    for (number, bytes) in photographs.enumerated() {
      paths.append(source.appending("DSC_\(1000 + number).JPG"))
      try TestFiles.write(paths[number], bytes)
    }
    return (try store.share(paths), photographs)
  }

  static func check24(_ store: Store, _ id: String, _ photographs: [[UInt8]]) throws {
    let truths = try store.truths().sorted { $0.name.encoded < $1.name.encoded }
    try check(truths.count, is: 24)
    try check(Set(truths.map(\.id)).count, is: 24)
    try check(truths[0].id.text, is: id)
    try check(Set(truths.map(\.time)).count, is: 1)
    try check(Set(truths.map(\.zone)).count, is: 1)
    try check(truths.allSatisfy { $0.share?.text == id }, "a capture does not name its share")
    let records = Set(truths.compactMap(\.shareRecord))
    try check(records.count, is: 1)
    let bytes = try TestFiles.read(store.objectPath(records.first ?? truths[0].object))
    try check(Digest(Blake2b256.hash(bytes)), is: records.first ?? truths[0].object)
    let record = try ShareRecord(parsing: bytes)
    try check(record.time, is: truths[0].time)
    try check(record.files, is: truths.map(\.name))
    for (truth, photograph) in zip(truths, photographs) {
      let object = try TestFiles.read(store.objectPath(truth.object))
      try check(object == photograph, "\(truth.name.encoded) has other bytes")
      try check(truth.type, is: "image/jpeg")
    }
    try check(try store.objects().count, is: 25)
    try check(try store.left(), is: [])
    try check(try store.claims(), is: 0)
  }

  static let cases = [
    Case("24 photographs in one") { store in
      let (id, photographs) = try share24(store)
      try store.take()
      try check24(store, id, photographs)
      try check(try store.cat(id), is: photographs[0])
    },
    Case("text, an address and standard input, in their places") { store in
      let run = try store.scratch.run(
        store.call(
          "spark-share",
          [
            "--inbox", store.inbox, "--title", "Lunch", "--text", "-0 \u{1b}", "--url",
            "https://example.org/?a=1", "--name", "scan.pdf", "-",
          ]
        ).reading(Array("%PDF".utf8)))
      try check(run.status == 0, "\(run)")
      try store.take()
      try check(try store.bytes("scan.pdf"), is: Array("%PDF".utf8))
      try check(try store.bytes("text.txt"), is: Array("-0 \u{1b}".utf8))
      try check(try store.truth("text.txt").type, is: "text/plain")
      try check(try store.truth("link.url").type, is: "text/uri-list")
      try check(try store.bytes("link.url"), is: Array("https://example.org/?a=1\r\n".utf8))
    },
    Case("a share that cannot be read is reported and kept") { store in
      func make(_ id: String, _ record: String?, files: Int) throws {
        let share = store.file("\(id).share")
        try TestFiles.makeDirectory(share)
        for number in 0..<files { try TestFiles.write(share.appending("\(number + 1)"), "x") }
        if let record { try TestFiles.write(share.appending("share"), record) }
      }
      func record(_ id: String, _ more: String = "") -> String {
        "Format: spark-share 1\nId: \(id)\nTime: 2026-11-30T19:04:04+09:00\nZone: Asia/Seoul\nFile: a\nFile: b\n\(more)\n"
      }
      let ids = (1...9).map { "0193a7d2-0000-7000-8000-00000000000\($0)" }
      try make(ids[0], nil, files: 2)
      try make(ids[1], "rubbish", files: 2)
      try make(ids[2], record(ids[2]), files: 1)
      try make(ids[3], record(ids[8]), files: 2)
      try make(ids[4], record(ids[4], "Text: 3\n"), files: 2)
      try make(ids[5], record(ids[5]).replacing("spark-share 1", with: "spark-share 2"), files: 2)
      try make(ids[6], record(ids[6]), files: 1)
      try TestFiles.makePipe(store.file("\(ids[6]).share/2"))
      try make(ids[7], record(ids[7]), files: 1)
      try TestFiles.makeLink(store.file("\(ids[7]).share/2"), to: "/etc/passwd")
      try make("holiday", record(ids[8]), files: 2)
      try store.put("ordinary", "taken")
      let before = try store.left()
      try store.take(ends: 3)
      try check(try store.truths().map(\.name), is: [FileName("ordinary")])
      try check(try store.left(), is: before.filter { $0 != "ordinary" })
      let status = try store.status()
      for name in ids.prefix(8) + ["holiday"] {
        try check(
          status.contains("  \(name).share: This share can't be read: "),
          "\(name) is not named:\n\(status)")
      }
      try check(status.contains("Not yet taken: 9"), status)
    },
    Case("the same share twice is one; another under its id is kept and named") { store in
      let (id, photographs) = try share24(store)
      let copy = store.scratch.file("copy")
      let share = store.file("\(id).share")
      try store.scratch.run("cp", ["-a", share, copy])
      try store.take()
      try store.scratch.run("cp", ["-a", copy, share])
      try store.take()
      try check24(store, id, photographs)
      try store.scratch.run("cp", ["-a", copy, share])
      try TestFiles.write(share.appending("1"), "other")
      try store.take(ends: 3)
      try store.checkNote(
        "\(id).share", "A share with this id was taken before, with other contents.")
      // What is known of it already stays known, so it waits among the claims, whole.
      try store.take(ends: 3)
      let kept = try TestTree.files(store.inbox)
      try check(
        kept.contains { $0.name.hasSuffix("\(id).share/1") && $0.size == 5 }, "it was not kept")
      try check(kept.contains { $0.name.hasSuffix("\(id).share/share") }, "its record was not kept")
      try check(try store.cat(id), is: photographs[0])
    },
    Case("5,000 files in one share") { store in
      let id = "0193a7d2-0000-7000-8000-000000000001"
      let share = store.scratch.file("draft")
      try TestFiles.makeDirectory(share)
      var record =
        "Format: spark-share 1\nId: \(id)\nTime: 2026-11-30T19:04:04+09:00\nZone: +09:00\n"
      for number in 1...5000 {
        record += "File: n\(number)\n"
        try TestFiles.write(share.appending("\(number)"), "\(number)")
      }
      try TestFiles.write(share.appending("share"), record + "\n")
      try TestFiles.rename(share, to: store.file("\(id).share"))
      try store.take()
      try check(try store.truths().count, is: 5000)
      try check(try store.bytes("n5000"), is: Array("5000".utf8))
      try check(try store.left(), is: [])
    },
  ]

  @Test func shares() { #expect(Case.failures(of: Self.cases) == []) }
}
