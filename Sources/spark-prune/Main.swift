import SparkCommand
import SparkErase
import SparkFormat
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard arguments.operands.isEmpty else {
        throw CommandError.usage("spark-prune takes no operands")
      }
      var request = Pruning.Request()
      request.endpoint = arguments.text("endpoint")
      request.sentOlderThan = try arguments.number("sent-older-than")
      request.unsent = try arguments.number("discard-unsent").map { Int(clamping: $0) }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let isRehearsal = arguments.has("dry-run")
      let isTold = isRehearsal || arguments.has("v")
      var count = 0
      var bytes: Int64 = 0
      let pruning = Pruning(home, isRehearsal: isRehearsal) { item throws(SparkError) in
        count += 1
        bytes += item.bytes
        guard isTold, !output.isQuiet else { return }
        let sentence = ErasingSentence.pruned(
          path: item.path, size: ByteCount(item.bytes), why: item.reason)
        try output.line(Sentence.erasing(sentence).text)
      }
      let left = try pruning.run(request)
      if !output.isQuiet, !isRehearsal {
        let sentence = ErasingSentence.prunedInAll(count: count, size: ByteCount(bytes))
        try output.line(Sentence.erasing(sentence).text)
      }
      return left.map { tell($0, output) }.max { $0.rawValue < $1.rawValue } ?? .done
    }
  }

  private static func tell(_ left: Pruning.Left, _ output: Output) -> ExitStatus {
    switch left {
    case .unreadable(let name):
      output.complain(Sentence.erasing(.pruneUnreadable(name: name)).text)
      return .data
    case .noAnswer(let name):
      output.complain(Sentence.erasing(.pruneNoAnswer(name: name)).text)
      return .tryLater
    case .unconfirmed(let name, let count):
      output.complain(Sentence.erasing(.pruneUnconfirmed(name: name, count: count)).text)
      return .partial
    case .unsent(let total):
      output.complain(Sentence.erasing(.retiredUnsent(total)).text)
      return .negative
    case .busy(let name):
      output.complain(Sentence.erasing(.stillRecording(name: name)).text)
      return .tryLater
    }
  }

  private static let description = CommandDescription(
    name: "spark-prune", summary: "sweep what nobody needs any more",
    synopsis: ["[--dry-run] [--sent-older-than DAYS] [--discard-unsent N] [-v] [--endpoint NAME]"],
    options: [
      .flag("dry-run", "say what would go and why, and change nothing"),
      .value("sent-older-than", "DAYS", "also the bytes of what was sent before, once confirmed"),
      .value("discard-unsent", "N", "also what was left unsent, if that is exactly so much"),
      .verbose, .quiet,
    ],
    exits: [
      (.done, "all of it is gone"),
      (.negative, "what was signed out of holds captures that were never sent; they stay"),
      (.partial, "the endpoint does not hold some of what was sent as it should; it stays"),
      (.data, "a record cannot be read, so objects stay; spark-verify says which"),
      (.tryLater, "the endpoint does not answer, so nothing sent was pruned"),
      (.configuration, "there is no store"),
    ],
    details: """
      Rows of captures that landed more than seven days ago, what dead processes left, discards that \
      were not finished, objects that nothing names, and endpoints that were signed out of. Nothing \
      that is held is ever removed.

      With --sent-older-than the bytes of captures go that were sent more than DAYS days ago, and \
      only those that the endpoint confirms at this moment: its record byte for byte, and its object \
      by its hash. Their records and receipts stay.

      A line says what, its size, and why; without --dry-run only with -v.
      """,
    usesEndpoint: true)
}
