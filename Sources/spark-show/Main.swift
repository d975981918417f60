internal import SparkCommand
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard arguments.operands.count == 1 else {
        throw CommandError.usage("spark-show takes one ID")
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let trees = try home.trees(named: arguments.text("endpoint"))
      let found: CaptureFinder.Found
      do {
        found = try CaptureFinder.find(arguments.operands[0], in: trees)
      } catch let error as SparkError where error.code == .missing {
        throw CommandError.failure(.negative, error.message, hint: nil)
      }
      let fields = try CaptureStory(found).fields
      if arguments.has("json") {
        var json = JSONWriter()
        json.object { object in
          for field in fields {
            if let number = field.number {
              object.member(field.key, number)
            } else {
              object.member(field.key, field.value)
            }
          }
        }
        try output.line(json.text)
      } else {
        for field in fields { try output.line("\(field.name): \(field.value)") }
      }
      return .done
    }
  }

  private static let description = CommandDescription(
    name: "spark-show", summary: "show one capture and how far it is",
    synopsis: ["[--json] [--endpoint NAME] ID"],
    options: [.flag("json", "print one JSON object")],
    exits: [
      (.negative, "there is no such capture"), (.data, "one of its records cannot be read"),
      (.configuration, "there is no store"),
    ],
    details: """
      First what its record says (Id, Time, Zone, Name, Folder, Type, Size, Object, Inbox, Share,
      ShareRecord, Crumb), then Endpoint, State, the story of its row (Attempts, Due, From, Reason,
      Sentence), its receipt (ReceiptKind, ReceiptRegister, ReceiptTime), and where it lies below the
      store (TruthPath, ObjectPath, ObjectState: whole, missing, wrongSize or pruned, and then
      PrunedTime; Shared: yes when other captures may name the same object). Names are percent-encoded where a byte would not be
      safe to show. ID may be the first eight digits or more of an id, where they are the only ones.

      JSON: one object with the same members, their first letter in lower case; size and attempts
      are numbers, all others strings, and what a capture does not have is left out.
      """,
    usesEndpoint: true)
}
