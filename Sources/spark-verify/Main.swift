internal import SparkCommand
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard arguments.operands.isEmpty else {
        throw CommandError.usage("spark-verify takes no operands")
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let asJSON = arguments.has("json")
      // A failed write is remembered by the output, and the tool then ends with it.
      let report = VerifyReport { finding in
        try? output.line(asJSON ? json(finding) : line(finding))
      }
      try Verify.run(home, repairs: arguments.has("repair"), report)
      if asJSON {
        try output.line(json(report))
      } else if !output.isQuiet {
        try output.line(last(report).text)
      }
      return report.remaining == 0 ? .done : .negative
    }
  }

  private static func line(_ finding: VerifyFinding) -> String {
    let sentence: Sentence = finding.isMended ? .mended(finding.flaw) : .flaw(finding.flaw)
    let parts =
      ["\(finding.path): \(sentence.text)"] + (finding.detail.map { ["(\($0))"] } ?? [])
      + finding.captures.map(\.text)
    return parts.joined(separator: " ")
  }

  private static func last(_ report: VerifyReport) -> Sentence {
    let size = ByteCount(report.bytes)
    return report.remaining == 0
      ? .allWell(captures: report.captures, objects: report.objects, size: size)
      : .notWell(
        findings: report.remaining, captures: report.captures, objects: report.objects, size: size)
  }

  private static func json(_ finding: VerifyFinding) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("flaw", finding.flaw.rawValue)
      json.member("path", finding.path)
      json.array("captures") { for id in finding.captures { $0.element(id.text) } }
      json.member("sentence", Sentence.flaw(finding.flaw).text)
      json.member("detail", finding.detail)
      json.member("note", finding.flaw.isNote)
      json.member("mended", finding.isMended)
    }
    return json.text
  }

  private static func json(_ report: VerifyReport) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("findings", report.remaining)
      json.member("captures", report.captures)
      json.member("objects", report.objects)
      json.member("bytes", report.bytes)
    }
    return json.text
  }

  private static let description = CommandDescription(
    name: "spark-verify", summary: "check a store against its own rules",
    synopsis: ["[--repair] [--json] [-q]"],
    options: [
      .flag(
        "repair", "make markers, rows and the ledger again, and remove what dead processes left"),
      .flag("json", "print one JSON object per line"),
      .quiet,
    ],
    exits: [
      (.done, "all is well, or is well again"), (.negative, "findings remain"),
      (.configuration, "there is no store"),
    ],
    details: """
      Every object is hashed, every record read, and markers, rows and the ledger are compared with
      them. Each finding is one line: the path below the store, what is wrong, and the ids of the
      captures that it concerns. Others may import and send meanwhile. It works on a copy of a store
      as well. --repair never touches the captures' records, receipts and objects.

      JSON: for each finding flaw (a word for it), path, captures (their ids), sentence, detail (or
      null), note (true: nothing is wrong with it) and mended; the last line has findings (how many
      remain), captures, objects and bytes. Paths are percent-encoded.
      """)
}
