import SparkCommand
import SparkDelivery
import SparkFormat
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    let description = CommandDescription(
      name: "spark-retry", summary: "puts blocked captures back into the list",
      synopsis: ["ID...", "--all", "--reason REASON"],
      options: [
        .flag("all", "all blocked captures"),
        .value("reason", "REASON", "those that were blocked for this reason"), .quiet,
      ],
      exits: [
        (.done, "all of them are in the list again"), (.negative, "none is"),
        (.partial, "some are, and some are not"), (.configuration, "there is no store"),
      ],
      details: """
        The next spark-send tries them as if for the first time. Reasons: \
        \(Reason.allCases.map(\.rawValue).joined(separator: ", ")). A capture whose file is gone \
        (fileLost) stays blocked: no try can bring it back.
        """,
      usesEndpoint: true)
    Tool.main(description) { arguments, output in
      let choice = try Choice(arguments)
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      var queued = 0
      var refused = 0
      var unknown = choice.ids ?? []
      for tree in try home.trees(named: arguments.text("endpoint")) {
        let retrier = Retrier(tree)
        let rows =
          try choice.ids.map { ids in try retrier.blocked(among: ids) }
          ?? retrier.blocked().filter(choice.includes)
        for (id, outcome) in try retrier.retry(rows.map(\.id)) {
          unknown.remove(id)
          switch outcome {
          case .queued: queued += 1
          case .lost:
            refused += 1
            output.complain("\(id.text): \(Sentence.fileLost.text)")
          case .notBlocked: refused += 1
          }
        }
      }
      for id in unknown.sorted() { output.complain(Sentence.notBlocked(id.text).text) }
      refused += unknown.count
      if queued > 0 { try output.line(Sentence.waitingAgain(queued).text) }
      if refused > 0 { return queued > 0 ? .partial : .negative }
      return .done
    }
  }

  /// Which rows are meant.
  private struct Choice {
    let ids: Set<CaptureID>?
    let reason: Reason?

    init(_ arguments: Arguments) throws {
      let ways = [!arguments.operands.isEmpty, arguments.has("all"), arguments.has("reason")]
      guard ways.count(where: { $0 }) == 1 else {
        throw CommandError.usage("give either IDs, or --all, or --reason REASON")
      }
      let given = try arguments.operands.map { operand in
        guard let id = CaptureID(utf8: operand) else {
          throw CommandError.usage("\(String(decoding: operand, as: UTF8.self)) is no capture's id")
        }
        return id
      }
      ids = given.isEmpty ? nil : Set(given)
      reason = try arguments.text("reason").map { text in
        guard let reason = Reason(rawValue: text) else {
          throw CommandError.usage("there is no reason \(text)")
        }
        return reason
      }
    }

    func includes(_ row: RowRecord) -> Bool {
      if let reason { return row.reason == reason }
      return true
    }
  }
}
