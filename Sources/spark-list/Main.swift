internal import SparkCommand
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      var filter = ListedCapture.Filter.all
      if let text = arguments.text("state") {
        guard let wanted = ListedCapture.Filter(text) else {
          throw CommandError.usage("--state takes held, sent or the name of a state, not \(text)")
        }
        filter = wanted
      }
      guard arguments.operands.isEmpty else {
        throw CommandError.usage("spark-list takes no operands")
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      var isWhole = true
      for tree in try home.trees(named: arguments.text("endpoint")) {
        try CaptureList(tree).forEach(
          filter,
          damaged: { error in
            isWhole = false
            output.complain(error.message)
          }
        ) { capture throws(SparkError) in
          try output.write(line(capture, arguments))
        }
      }
      return isWhole ? .done : .partial
    }
  }

  private static func line(_ capture: ListedCapture, _ arguments: Arguments) -> [UInt8] {
    if arguments.has("json") { return json(capture) }
    let record = capture.record
    let fields = "\(record.id.text)\t\(capture.state)\t\(record.size)\t\(record.time.text)\t"
    return arguments.has("0")
      ? Array(fields.utf8) + record.name.bytes + [0]
      : Array("\(fields)\(record.name.encoded)\n".utf8)
  }

  private static func json(_ capture: ListedCapture) -> [UInt8] {
    let record = capture.record
    var json = JSONWriter()
    json.object { object in
      object.member("id", record.id.text)
      object.member("state", capture.state)
      object.member("sent", capture.isSent)
      object.member("bytes", record.size)
      object.member("time", record.time.text)
      object.member("name", record.name.encoded)
      object.member("folder", record.folder?.encoded)
      object.member("type", record.type)
      object.member("object", record.object.text)
      object.member("inbox", record.inbox)
      object.member("share", record.share?.text)
    }
    return Array((json.text + "\n").utf8)
  }

  private static let description = CommandDescription(
    name: "spark-list", summary: "list what was captured",
    synopsis: ["[--json] [-0] [--state STATE] [--endpoint NAME]"],
    options: [
      .value("state", "STATE", "only those in this state, or held, or sent"),
      .flag("json", "print one JSON object per line"),
      .flag("0", "end each capture with a zero byte, its name as it was"),
    ],
    exits: [
      (.partial, "the records of some captures cannot be read"),
      (.configuration, "there is no store"),
    ],
    details: """
      One line per capture: id, state, bytes, time and name, with a tab between them, by month and id.
      The state is that of its row (sealing, sealed, staged, uploading, uploaded, recording, recorded,
      done, blocked); without a row it is held or sent. Names are percent-encoded where a byte would
      not be safe to show; with -0 they are the very bytes.

      JSON: id, state, sent, bytes, time, name, folder, type, object, inbox, share; name and folder are
      percent-encoded, and what a capture does not have is null.
      """,
    usesEndpoint: true)
}
