internal import SparkCommand
internal import SparkDoors
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      guard arguments.operands.isEmpty else {
        throw CommandError.usage("spark-status takes no operands")
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let endpoint = arguments.text("endpoint")
      // Inboxes first and endpoints after them, the way captures go.
      let inboxes = try InboxSurvey.survey(home)
      var endpoints: [EndpointCounts] = []
      for tree in try home.trees(named: endpoint) {
        endpoints.append(try EndpointSurvey.count(tree))
      }
      let retired = try endpoint == nil ? RetiredSurvey.survey(home) : []
      let summary = Summary(
        inboxes: inboxes, endpoints: endpoints, retired: retired, isWhole: endpoint == nil)
      let conclusion = summary.conclude(.current)
      if arguments.has("json") {
        try output.line(StatusJSON.text(summary, conclusion))
      } else if arguments.has("prometheus") {
        try output.write(Array(StatusMetrics.text(summary, conclusion).utf8))
      } else if !arguments.has("q") {
        for line in summary.lines(.current) { try output.line(line) }
      }
      return arguments.has("check") ? check(conclusion) : .done
    }
  }

  private static func check(_ conclusion: Conclusion) -> ExitStatus {
    switch conclusion.verdict {
    case .sent, .nothing: .done
    case .stalled, .unqueued, .waiting: .negative
    case .stopped: .stopped
    }
  }

  private static let description = CommandDescription(
    name: "spark-status", summary: "say whether everything captured has arrived",
    synopsis: ["[--check] [--json | --prometheus] [-q] [--endpoint NAME]"],
    options: [
      .flag("check", "say it with the exit status"),
      .flag("json", "print one JSON object"),
      .flag("prometheus", "print metrics for the Prometheus node exporter's textfile collector"),
      .flag("q", "print nothing"),
    ],
    exits: [
      (.negative, "with --check: something is waiting, stalled or not yet in a list"),
      (.stopped, "with --check: something needs a person"),
      (.configuration, "there is no store"),
    ],
    details: """
      The first line is the conclusion over every inbox and every endpoint. What needs a person comes
      before what is stalled, that before what is not yet in a list to be sent, that before what waits;
      only when there is none of these is all sent.

      JSON: verdict (stopped, stalled, unqueued, waiting, sent or nothing: nothing to send and nowhere
      to have sent it to) and sentences; endpoints, each with number, name, kind, address, nowhere,
      held, heldBytes, ceiling (null: none), states (rows per state), sending, carriers, unqueued,
      witnessed (null, or entries and witnesses: how far others have signed the register's log),
      discarding, blocked (the first ten, each with id, name, reason, sentence) and weather (null, or
      since, attempts, due, verdict, sentence); inboxes, each with name, path, notYetTaken, shares,
      claims, unreadable and notes (each with path, sentence, time); retired, what was signed out of,
      each with number, name and unsent. Names and paths are percent-encoded.
      """,
    usesEndpoint: true)
}
