import SparkCommand
import SparkErase
import SparkFormat
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard arguments.operands.isEmpty else {
        throw CommandError.usage("spark-signout takes no operands")
      }
      let unsent = try arguments.number("discard-unsent").map { Int(clamping: $0) }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let ends = try SignOut(home).run(endpoint: arguments.text("endpoint"), discarding: unsent)
      var status = ExitStatus.done
      for end in ends {
        switch end {
        case .nothing: output.note(Sentence.erasing(.nothingToSignOutOf).text)
        case .erased(let name):
          if !output.isQuiet { try output.line(Sentence.erasing(.signedOut(name: name)).text) }
        case .kept(let name, let unsent, let total):
          output.complain(
            Sentence.erasing(.unsentKept(name: name, count: unsent, total: total)).text)
          status = .negative
        case .busy(let name):
          output.complain(Sentence.erasing(.stillRecording(name: name)).text)
          if status == .done { status = .tryLater }
        }
      }
      return status
    }
  }

  private static let description = CommandDescription(
    name: "spark-signout", summary: "leave an endpoint and erase what this device keeps for it",
    synopsis: ["[--discard-unsent N] [-q] [--endpoint NAME]"],
    options: [
      .value("discard-unsent", "N", "erase also what was never sent, if that is exactly so much"),
      .quiet,
    ],
    exits: [
      (.done, "it is erased; also when there was nothing to sign out of"),
      (.negative, "it is out of reach, but not erased: something was never sent"),
      (.tryLater, "it is out of reach, but a sender still waits for an answer"),
      (.configuration, "there is no store, or no endpoint of this name"),
    ],
    details: """
      Before anything else, and always, the endpoint's tree is put out of reach and its keys are \
      removed from this device; that needs no session and no network. Transfers stop. Then its captures \
      are erased, sent ones included: what it has on record stays there.

      What was never sent is counted: captures, and what lies in its inboxes. If that is nothing, or \
      exactly N, it goes, too. Otherwise all stays out of reach until spark-prune is told the number. \
      The default inbox goes on with a fresh, empty endpoint that has nowhere to send to.
      """,
    usesEndpoint: true)
}
