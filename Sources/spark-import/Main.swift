internal import SparkCommand
internal import SparkDoors
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      let openFiles = Environment.prepareProcess()
      // Signals are blocked before any thread starts, or a thread would take them.
      let signals = arguments.has("watch") ? try SignalReader() : nil
      let home = try StoreHome.openOrMake(StoreHome.path(option: arguments.bytes("home")))
      if let signals {
        try watch(home, arguments, output, signals, openFiles)
        return .done
      }
      let importer = Importer(home, openFiles: openFiles)
      let report = try importer.runOnce(inboxes(home, arguments, output))
      for note in report.notes { output.complain(line(note)) }
      try say(report, output)
      return report.waiting + report.refused > 0 ? .partial : .done
    }
  }

  private static func inboxes(_ home: StoreHome, _ arguments: Arguments, _ output: Output)
    throws(SparkError) -> [Inbox]
  {
    let list = InboxList(home)
    if arguments.operands.isEmpty {
      let (known, unreadable) = try list.all()
      for policy in unreadable { output.complain(policy.sentence) }
      return known
    }
    return try named(home, arguments)
  }

  private static func named(_ home: StoreHome, _ arguments: Arguments) throws(SparkError) -> [Inbox]
  {
    let tree = try CurrentTree.orMade(home).record().tree
    var named: [Inbox] = []
    for operand in arguments.operands {
      named.append(
        try InboxList(home).inbox(operand, keep: arguments.has("keep"), tree: tree))
    }
    return named
  }

  private static func watch(
    _ home: StoreHome, _ arguments: Arguments, _ output: Output, _ signals: SignalReader,
    _ openFiles: Int
  ) throws(SparkError) {
    var said: Set<String> = []
    // Entered once: a directory that is gone for a while keeps its entry, and is an inbox again when it
    // is back.
    let names = Set(try named(home, arguments).map(\.name))
    let watcher = try ImportWatcher(home, openFiles: openFiles, signals: signals)
    try watcher.run({ () throws(SparkError) in
      let known = try InboxList(home).all().0
      return names.isEmpty ? known : known.filter { names.contains($0.name) }
    }) {
      event throws(SparkError) in
      switch event {
      case .overflow: output.note(Sentence.hintsLost.text)
      case .watchLimit: output.note(Sentence.watchLimit.text)
      case .pass(let report):
        let lines = Set(report.notes.map(line))
        for text in lines.subtracting(said).sorted() { output.complain(text) }
        said = lines
        if report.taken > 0 { try say(report, output) }
      }
      try output.flush()
    }
  }

  private static func line(_ note: ImportReport.Note) -> String {
    note.path.bytes.isEmpty
      ? note.sentence : "\(note.inbox)/\(note.path.encoded): \(note.sentence)"
  }

  private static func say(_ report: ImportReport, _ output: Output) throws(SparkError) {
    if output.isQuiet { return }
    let waiting = report.waiting > 0 ? " \(Sentence.notYetTaken(report.waiting).text)" : ""
    try output.line(
      Sentence.taken(count: report.taken, size: ByteCount(report.bytes)).text + waiting)
  }

  private static let description = CommandDescription(
    name: "spark-import", summary: "take what lies in inboxes into the store, durably",
    synopsis: ["[--watch] [--keep] [INBOX...]"],
    options: [
      .flag("watch", "go on until SIGTERM or SIGINT"),
      .flag("keep", "leave the originals, and remember what was taken"),
      .quiet,
    ],
    exits: [
      (.done, "everything was taken"),
      (.partial, "something was left: it still moves, or a sentence says why"),
      (.cannotCreate, "the store is read-only"),
      (.io, "the store cannot be read or written, or has no room"),
      (.configuration, "the store is in a place that the system empties, or of another version"),
    ],
    details: """
      INBOX is a directory or an inbox's name. A directory that the store does not know yet is entered
      into inboxes/, so that spark-status covers it from then on. Without INBOX the store's own inbox
      and all in inboxes/ are taken. A file is taken once it has been quiet for two seconds and nobody
      has it open for writing; where that cannot be known, after five. A single run waits that time out
      once. Captures are for the current endpoint.
      """)
}
