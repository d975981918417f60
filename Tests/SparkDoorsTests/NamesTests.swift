import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct NamesTests {
  /// Names that have broken something somewhere.
  static let names: [[UInt8]] =
    [
      "two words.txt", " blank at both ends ", "-rf", "--", "-0", "line\nfeed", "tab\tbed",
      "\u{1b}[31mred\u{1b}[0m", "bell\u{7}", "caf\u{e9}", "cafe\u{301}", "\u{d55c}\u{ae00}.pdf",
      "\u{1112}\u{1161}\u{11ab}.pdf", "\u{1f4f7}\u{1f469}\u{200d}\u{1f467}.jpg",
      "\u{202e}gpj.exe", "zero\u{200b}width", "\u{feff}mark", "para\u{2029}graph",
      "c1\u{85}\u{9b}31m",
      "Case.txt", "case.txt", "CASE.TXT", "CON", "nul.txt", "com1", "a:b|c?.txt", "trailing.",
      "back\\slash", "end\\", "percent%41", "%2F", "$(touch x)`touch y`", "'quote\"", "*", "share",
      "x.share", "+ plus", "Name: field", "del\u{7f}",
    ].map { Array($0.utf8) } + [
      [0xff, 0xfe, 0x41], Array("latin-".utf8) + [0xe9], [0xc0, 0xaf], [0xed, 0xa0, 0x80],
      Array(repeating: UInt8(ascii: "n"), count: 255),
      Array(repeating: [0xed, 0x95, 0x9c] as [UInt8], count: 85).flatMap { $0 },
    ]

  static let folders: [[UInt8]] = [
    Array("fold\ner".utf8), Array("\u{202e}x".utf8), [0xff],
    Array(repeating: UInt8(ascii: "f"), count: 255),
    Array("a%2Fb".utf8),
  ]

  /// Bytes that no line for a terminal may hold.
  static func unsafe(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "invalid UTF-8" }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0a: continue
      case 0..<0x20, 0x7f..<0xa0, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x2069, 0xfeff:
        return "U+\(String(scalar.value, radix: 16))"
      default: continue
      }
    }
    return nil
  }

  static func checkSafe(_ run: ToolRun, _ what: String) throws {
    for bytes in [run.output, run.error] {
      if let found = unsafe(bytes) { throw Failure(description: "\(what) prints \(found): \(run)") }
    }
  }

  static let cases = [
    Case("names come out as they went in, and never reach a terminal raw") { store in
      for (number, name) in names.enumerated() {
        try TestFiles.write(store.inbox.appending(name), "content \(number)")
      }
      for folder in folders {
        let inner = store.inbox.appending(folder).appending(folder)
        try TestFiles.makeDirectory(inner)
        for name in names.suffix(6) { try TestFiles.write(inner.appending(name), name) }
      }
      try checkSafe(try store.take(), "import")
      let expected = names.map(Array.init) + folders.flatMap { _ in names.suffix(6) }
      let list = try store.list()
      try check(
        list.map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
          == expected.sorted { $0.lexicographicallyPrecedes($1) }, "list -0 has other names")
      let truths = try store.truths()
      for capture in list {
        let truth = truths.first { $0.id.text == capture.id }
        let bytes = try store.cat(capture.id)
        if let folder = truth?.folder {
          try check(
            folders.contains { folder.bytes == $0 + Array("/".utf8) + $0 }, "folder \(folder)")
          try check(bytes, is: capture.name)
        } else {
          let number = names.firstIndex { $0 == capture.name } ?? -1
          try check(bytes, is: Array("content \(number)".utf8))
        }
        try checkSafe(
          try store.scratch.run(store.call("spark-show", [RawPath(capture.id)])), "show")
      }
      try checkSafe(try store.scratch.run(store.call("spark-list")), "list")
      try checkSafe(try store.scratch.run(store.call("spark-list", ["--json"])), "list --json")
      try check(
        try store.left().count, is: folders.count * 2)
    },
    Case("names of what is refused are safe to show too") { store in
      for name in names { try TestFiles.makeLink(store.inbox.appending(name), to: "/etc/passwd") }
      try checkSafe(try store.take(ends: 3), "import")
      try checkSafe(try store.scratch.run(store.call("spark-status")), "status")
      try checkSafe(try store.scratch.run(store.call("spark-status", ["--json"])), "status --json")
      try check(try store.status().contains("Not yet taken: \(names.count)"), "not all are counted")
      try check(try store.truths().isEmpty, "a link was taken")
    },
    Case("an inbox's own name may be hostile") { store in
      let odd = store.scratch.file(Array("in\u{1b}[2J\nbox".utf8) + [0xff])
      try TestFiles.makeDirectory(odd)
      try TestFiles.write(odd.appending("a"), "a")
      try TestFiles.makePipe(odd.appending("p"))
      let run = try store.scratch.run(store.call("spark-import", [odd]))
      try checkSafe(run, "import")
      try check(run.status == 3, "import ended with \(run)")
      try checkSafe(try store.scratch.run(store.call("spark-status")), "status")
      try check(try store.bytes("a"), is: Array("a".utf8))
      // Without arguments every inbox is taken, from its record.
      try TestFiles.write(odd.appending("b"), "b")
      _ = try store.scratch.run(store.call("spark-import"))
      try check(try store.bytes("b"), is: Array("b".utf8))
    },
    Case("names inside a share's record are data") { store in
      let odd = ["../../escape", "/etc/passwd", "..", ".", "a/b", "share", "2", "\u{1b}]0;x\u{7}"]
      let id = "0193a7d2-0000-7000-8000-000000000001"
      let share = store.file(".draft")
      try TestFiles.makeDirectory(share)
      var record = """
        Format: spark-share 1
        Id: \(id)
        Time: 2026-11-30T19:04:04.123456789+09:00
        Zone: Asia/Seoul

        """
      for (number, name) in odd.enumerated() {
        record += "File: \(FileName(name).encoded)\n"
        try TestFiles.write(share.appending("\(number + 1)"), "file \(number)")
      }
      try TestFiles.write(share.appending("share"), record + "\n")
      try TestFiles.rename(share, to: store.file("\(id).share"))
      let before = try TestTree.read(store.scratch.path).filter { !$0.name.hasPrefix(".streams") }
      let run = try store.scratch.run(store.call("spark-import", [store.inbox]))
      try checkSafe(run, "import")
      try check(run.status == 0, "import ended with \(run)")
      for (number, name) in odd.enumerated() {
        try check(try store.bytes(name), is: Array("file \(number)".utf8))
      }
      let after = try TestTree.read(store.scratch.path)
        .filter { !$0.name.hasPrefix("home") && !$0.name.hasPrefix(".streams") }
      try check(
        after.allSatisfy { $0.name.hasPrefix("inbox") || before.contains($0) || $0.path.isEmpty },
        "something outside was touched")
    },
  ]

  @Test func names() { #expect(Case.failures(of: Self.cases) == []) }
}
