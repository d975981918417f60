import SparkCommand
import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem

/// `spark-audit log`.
enum LogVerb {
  static func run(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard operands.count == 1 else { throw CommandError.usage("log takes one DIR") }
    let report = try LogAudit.run(
      Operands.register(operands[0]), key: Operands.logKey(arguments),
      hashing: arguments.has("bytes"))
    let asJSON = arguments.has("json")
    for finding in report.findings { try output.line(asJSON ? json(finding) : line(finding)) }
    if asJSON {
      try output.line(json(report))
    } else if !output.isQuiet {
      try output.line(Sentence.trail(.audit(last(report))).text)
      try output.line(Sentence.trail(.audit(.signedBy(key: report.key.text))).text)
    }
    return report.faults == 0 ? .done : .negative
  }

  private static func line(_ finding: AuditFinding) -> String {
    let sentence = Sentence.trail(.audit(.flaw(finding.flaw))).text
    return "\(finding.path): \(sentence)" + (finding.detail.map { " (\($0))" } ?? "")
  }

  private static func last(_ report: AuditReport) -> AuditSentence {
    guard report.isWhole else {
      let entries = report.checkpoint.size
      return report.faults == 0
        ? .logAloneWell(entries: entries)
        : .logAloneNotWell(findings: report.faults, entries: entries)
    }
    let size = ByteCount(report.bytes)
    let (entries, records) = (report.checkpoint.size, report.records)
    return report.faults == 0
      ? .allWell(entries: entries, records: records, objects: report.objects, size: size)
      : .notWell(
        findings: report.faults, entries: entries, records: records, objects: report.objects,
        size: size)
  }

  private static func json(_ finding: AuditFinding) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("flaw", finding.flaw.rawValue)
      json.member("path", finding.path)
      json.member("sentence", Sentence.trail(.audit(.flaw(finding.flaw))).text)
      json.member("detail", finding.detail)
      json.member("note", finding.flaw.isNote)
    }
    return json.text
  }

  private static func json(_ report: AuditReport) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("findings", report.faults)
      json.member("entries", report.checkpoint.size)
      json.member("records", report.isWhole ? report.records : nil)
      json.member("objects", report.isWhole ? report.objects : nil)
      json.member("bytes", report.isWhole ? report.bytes : nil)
      json.member("key", report.key.text)
      json.member("root", report.checkpoint.root.octets.hex)
    }
    return json.text
  }
}
