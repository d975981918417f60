internal import SparkCommand
internal import SparkDelivery
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
      let truth = found.truth.record
      let story = try CaptureStory(
        found, opened: truth.isSealed ? CaptureOpener(found.tree).truth(truth) : nil)
      if arguments.has("json") {
        var json = JSONWriter()
        json.object { object in
          for field in story.fields {
            if let number = field.number {
              object.member(field.key, number)
            } else {
              object.member(field.key, field.value)
            }
          }
          object.array("history") { json in
            for entry in story.history.entries {
              json.object { entryObject in
                entryObject.member("time", entry.time.text)
                entryObject.member("event", entry.event.text(.current))
              }
            }
          }
        }
        try output.line(json.text)
      } else {
        for field in story.fields { try output.line("\(field.name): \(field.value)") }
        for entry in story.history.entries {
          try output.line("History: \(entry.time.text) \(entry.event.text(.current))")
        }
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
      Sentence), its sealed copy (SealedGeneration, SealedObject, SealedSize, SealedRecord), its
      receipt (ReceiptKind, ReceiptRegister, ReceiptTime), and where it lies below the
      store (TruthPath, ObjectPath, ObjectState: whole, missing, wrongSize or pruned, and then
      PrunedTime; Shared: yes when other captures may name the same object). History says what
      happened and when, one line each.
      Of a capture that is here only as a sealed copy the name and type are shown while the keys are
      unlocked (spark-key unlock). Names are percent-encoded where a byte would not be
      safe to show. ID may be the first eight digits or more of an id, where they are the only ones.

      JSON: one object with the same members, their first letter in lower case; size and attempts
      are numbers, history an array of objects with time and event, all others strings, and what a
      capture does not have is left out.
      """,
    usesEndpoint: true)
}
