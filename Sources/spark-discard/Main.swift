import SparkCommand
import SparkDelivery
import SparkErase
import SparkFormat
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard !arguments.operands.isEmpty else { throw CommandError.usage("name what to discard") }
      let isRehearsal = arguments.has("dry-run")
      let mayAct = isRehearsal || arguments.has("yes")
      guard mayAct || Question.canBeAsked else {
        throw CommandError.usage(Sentence.erasing(.needsYes).text)
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let discarding = try Discarding(home, endpoint: arguments.text("endpoint"))
      var statuses: [ExitStatus] = []
      for operand in arguments.operands {
        do {
          let target = try discarding.target(operand)
          let names = discarding.names(target)
          let asks = Sentence.discardAsks(capture: names.capture, name: names.endpoint).text
          if try !mayAct && !Question.ask(asks) {
            output.note(Sentence.erasing(.notDiscarded).text)
            statuses.append(.negative)
            continue
          }
          let outcome = try discarding.discard(target, isRehearsal: isRehearsal) {
            if arguments.has("v") {
              output.note(
                Sentence.erasing(
                  .waitsForAnswer(capture: names.capture, name: names.endpoint)
                ).text)
            }
          }
          statuses.append(try tell(outcome, names, isRehearsal, output))
        } catch let error as SparkError {
          output.complain(error.message)
          statuses.append(error.code == .missing ? .negative : ExitStatus(error))
        }
      }
      return whole(statuses)
    }
  }

  private static func tell(
    _ outcome: Discarder.Outcome, _ names: (capture: String, endpoint: String),
    _ isRehearsal: Bool, _ output: Output
  ) throws -> ExitStatus {
    switch outcome {
    case .discarded:
      let sentence: Sentence = isRehearsal ? .erasing(.wouldDiscard(names.capture)) : .discarded
      if isRehearsal || !output.isQuiet { try output.line(sentence.text) }
      return .done
    case .recorded:
      output.complain(
        Sentence.erasing(.alreadyRecorded(capture: names.capture, name: names.endpoint)).text)
      return .negative
    case .unknown:
      output.complain(
        Sentence.erasing(.mayBeRecorded(capture: names.capture, name: names.endpoint)).text)
      return .tryLater
    }
  }

  /// Of several: all, some, or why none.
  private static func whole(_ statuses: [ExitStatus]) -> ExitStatus {
    let failed = statuses.filter { $0 != .done }
    if failed.isEmpty { return .done }
    if failed.count < statuses.count { return .partial }
    return failed.max { $0.rawValue < $1.rawValue } ?? .negative
  }

  private static let description = CommandDescription(
    name: "spark-discard", summary: "destroy captures that are not yet recorded",
    synopsis: ["[--yes] [--dry-run] [-v] [--endpoint NAME] ID..."],
    options: [
      .flag("yes", "do not ask; needed where there is no terminal"),
      .flag("dry-run", "say what would be discarded, and change nothing"), .verbose, .quiet,
    ],
    exits: [
      (.done, "all of them are gone"),
      (.negative, "none is: already recorded, not there, or the answer was no"),
      (.partial, "some are, and some are not"),
      (.usage, "the command line is wrong, or nobody can be asked and --yes was not given"),
      (
        .tryLater,
        "it may already be recorded, and the endpoint does not answer; nothing was changed"
      ),
      (.configuration, "there is no store"),
    ],
    details: """
      ID is a capture's id, or the first eight digits or more of one where they are the only ones; or \
      the id of a share that was not yet taken; or the path of something in an inbox.

      A transfer under way is stopped. The bytes, the sealed copy, the record and the row go for good; \
      bytes that another capture names stay. What the endpoint already has on record is not discarded. \
      While a record is on its way its answer is waited for. Bytes that have reached the endpoint are \
      not removed there.
      """,
    usesEndpoint: true)
}
