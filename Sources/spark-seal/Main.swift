internal import SparkCommand
internal import SparkDelivery
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      Environment.prepareProcess()
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let trees = try home.trees(named: arguments.text("endpoint"))
      var asked: Set<CaptureID>?
      if !arguments.operands.isEmpty {
        asked = []
        for operand in arguments.operands {
          do {
            asked?.insert(try CaptureFinder.find(operand, in: trees).truth.record.id)
          } catch let error as SparkError where error.code == .missing {
            throw CommandError.failure(.negative, error.message, hint: nil)
          }
        }
      }
      var statuses: [ExitStatus] = []
      for tree in trees { statuses.append(try seal(tree, asked, output)) }
      // The numbers grow with how much a person has to do about it.
      return statuses.max { $0.rawValue < $1.rawValue } ?? .done
    }
  }

  private static func seal(_ tree: EndpointTree, _ asked: Set<CaptureID>?, _ output: Output) throws
    -> ExitStatus
  {
    var progress = Progress(output, "captures")
    let report = try CaptureSealer(tree, asked: asked) { event in
      switch event {
      case .listed(let count): progress = Progress(output, "captures", total: count)
      case .advanced(let count, let bytes): progress.advance(count: count, bytes: bytes)
      case .trouble(let id, let why): output.complain("\(id.text): \(why)")
      }
    }.run()
    progress.finish()
    if report.prepared > 0, !output.isQuiet {
      try output.line(Sentence.sealed(name: report.name, count: report.prepared).text)
    }
    switch report.end {
    case .through: return report.blocked + report.remaining > 0 ? .partial : .done
    case .nowhere: return .done
    case .left: return .partial
    case .stopped(let sentence):
      // Without anything to seal it is nobody's trouble that there is no key.
      if report.remaining == 0 { return .done }
      output.complain(sentence.text)
      return .tryLater
    case .verdict(let sentence):
      output.complain(sentence)
      return .configuration
    }
  }

  private static let description = CommandDescription(
    name: "spark-seal", summary: "seal what waits, and what a new key generation has retired",
    synopsis: ["[--endpoint NAME] [ID...]"],
    options: [.quiet],
    exits: [
      (.done, "nothing waits to be sealed any more"),
      (.negative, "there is no such capture"),
      (.partial, "some captures were not sealed; a sentence says why"),
      (.io, "the store cannot be read or written, or has no room"),
      (.tryLater, "there is no key yet, or the policy says to wait while the keys are locked"),
      (.configuration, "there is no store, or the key statements contradict what it has seen"),
    ],
    details: """
      Without ID all captures that wait are sealed for the newest key generation that this device knows
      (spark-key). Sealing needs no passphrase. A copy under an older generation is made again, from the
      plain bytes where they are still here, else by opening the old copy, for which the keys must be
      unlocked. Captures of an endpoint that takes them as they are need no sealing.
      """,
    usesEndpoint: true)
}
