import SparkCommand
import SparkDelivery
import SparkFormat
import SparkStore
import SparkSystem

/// Runs senders and says what they report.
final class Post {
  private let home: StoreHome
  private let endpoint: String?
  private let output: Output
  private var told: [String: String] = [:]
  private static let toldAtMost = 20

  init(_ home: StoreHome, _ endpoint: String?, _ output: Output) {
    self.home = home
    self.endpoint = endpoint
    self.output = output
  }

  /// Sends once.
  func send(asked: Set<CaptureID>?) throws -> ExitStatus {
    var statuses: Set<Int32> = []
    var unknown = asked ?? []
    for tree in try home.trees(named: endpoint) {
      if asked != nil {
        for id in unknown where try Captures(tree).find(id) != nil {
          unknown.remove(id)
          statuses.insert(try tell(id, tree).rawValue)
        }
      }
      var progress = Progress(output, "captures")
      var stopped = 0
      let sender = Sender(tree, asked: asked) { [self] event in
        switch event {
        case .listed(let count): progress = Progress(output, "captures", total: count)
        case .advanced(let count, let bytes): progress.advance(count: count, bytes: bytes)
        case .blocked(let id, let why), .failed(let id, let why):
          stopped += 1
          if stopped <= Self.toldAtMost { output.complain("\(id.text): \(why)") }
        }
      }
      let report = try sender.run()
      progress.finish()
      if stopped > Self.toldAtMost {
        output.complain(Sentence.andMore(stopped - Self.toldAtMost).text)
      }
      statuses.insert(try tell(report, tree, isAsked: asked != nil).rawValue)
    }
    for id in unknown.sorted() {
      output.complain(Sentence.noSuchCapture(id.text).text)
      statuses.insert(ExitStatus.negative.rawValue)
    }
    // The numbers grow with how much a person has to do about it.
    return statuses.max().flatMap(ExitStatus.init) ?? .done
  }

  /// Sends until a signal comes.
  func watch() throws -> ExitStatus {
    let signals = try SignalReader()
    try SendWatcher(home, named: endpoint, signals: signals).run(
      event: { [output] event in
        switch event {
        case .blocked(let id, let why), .failed(let id, let why):
          output.complain("\(id.text): \(why)")
        case .listed, .advanced: break
        }
      },
      report: { report in
        _ = try? tell(report, nil, isAsked: false)
        try? output.flush()
      },
      trouble: { [self] error in tellOnce("", error.message) })
    return .done
  }

  /// Says a sentence unless it was the last one said about this endpoint.
  private func tellOnce(_ name: String, _ sentence: String?) {
    if let sentence, told[name] != sentence { output.complain(sentence) }
    told[name] = sentence
  }

  private func tell(_ report: SendReport, _ tree: EndpointTree?, isAsked: Bool) throws -> ExitStatus
  {
    if report.recorded > 0, !output.isQuiet {
      try output.line(Sentence.recorded(name: report.name, count: report.recorded).text)
    }
    if report.renewed > 0, !output.isQuiet {
      try output.line(
        Sentence.trail(.renewed(name: report.name, count: report.renewed)).text)
    }
    switch report.end {
    case .through:
      let unsealed = report.unsealed
      tellOnce(report.name, unsealed > 0 ? Sentence.notSealed(unsealed).text : nil)
      return report.blocked + report.remaining + unsealed > 0 ? .partial : .done
    case .weather(let sentence):
      tellOnce(report.name, sentence.text)
      return .tryLater
    case .verdict(let sentence):
      tellOnce(report.name, sentence.text)
      return .configuration
    case .keys(let sentence):
      tellOnce(report.name, sentence)
      return .configuration
    case .waits: return .tryLater
    case .left: return .partial
    case .nowhere:
      guard let tree, !isAsked, try !tree.held.isEmpty() else { return .done }
      output.complain(Sentence.nowhere.text)
      return .tryLater
    }
  }

  /// Says why a capture that was asked for is not sent.
  private func tell(_ id: CaptureID, _ tree: EndpointTree) throws -> ExitStatus {
    if try tree.record().identity == nil {
      output.complain("\(id.text): \(Sentence.nowhere.text)")
      return .tryLater
    }
    guard try tree.outbox.state(of: id) == .blocked else { return .done }
    let sentence = try tree.outbox.row(id, .blocked)?.sentence ?? "it is blocked"
    output.complain("\(id.text): \(sentence)")
    output.hint(Sentence.retryHint(id.text).text)
    return .partial
  }
}
