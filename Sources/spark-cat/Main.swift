internal import SparkCommand
internal import SparkDelivery
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard arguments.operands.count == 1 else {
        throw CommandError.usage("spark-cat takes one ID")
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let trees = try home.trees(named: arguments.text("endpoint"))
      let found: CaptureFinder.Found
      do {
        found = try CaptureFinder.find(arguments.operands[0], in: trees)
      } catch let error as SparkError where error.code == .missing {
        throw CommandError.failure(.negative, error.message, hint: nil)
      }
      if try ObjectReader.isPruned(found) {
        throw CommandError.failure(.negative, Sentence.erasing(.bytesPruned).text, hint: nil)
      }
      let record = found.truth.record
      func write(_ bytes: [UInt8]) throws(SparkError) { try output.write(bytes) }
      if record.isSealed {
        try CaptureOpener(found.tree).stream(record, to: write)
      } else {
        try ObjectReader.stream(record.object, of: found.tree, to: write)
      }
      return .done
    }
  }

  private static let description = CommandDescription(
    name: "spark-cat", summary: "print a capture's bytes",
    synopsis: ["[--endpoint NAME] ID"],
    exits: [
      (.negative, "there is no such capture, or its bytes were pruned after they were sent"),
      (.data, "the bytes are gone or no longer match their name"),
      (.notPermitted, "only a sealed copy is here, and the keys are locked"),
      (.configuration, "there is no store"),
    ],
    details: """
      The bytes go to standard output exactly as they were captured. They are hashed on the way: when
      they no longer match their name, the tool says so after the last one and ends with 65. What is here
      only as a sealed copy is opened, while the keys are unlocked (spark-key unlock). ID may be the first eight digits or more of an id, where they are the only ones.
      """,
    usesEndpoint: true)
}
