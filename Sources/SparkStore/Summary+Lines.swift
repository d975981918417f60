public import SparkFormat

extension Summary {
  /// The status for a person: the conclusion, then the endpoints, then inboxes that have something to say.
  ///
  /// Names are in the form that is safe to show.
  public func lines(_ language: Language) -> [String] {
    var lines = conclude(language).sentences
    for endpoint in endpoints { lines += Self.lines(of: endpoint, language) }
    for inbox in inboxes where inbox.open > 0 || !inbox.notes.isEmpty || inbox.unreadable != nil {
      lines += Self.lines(of: inbox, language)
    }
    return lines
  }

  private static func lines(of endpoint: EndpointCounts, _ language: Language) -> [String] {
    let first: Sentence =
      endpoint.held == 0
      ? .nothingWaiting
      : .held(count: endpoint.held, size: ByteCount(endpoint.heldBytes))
    var sentences: [Sentence] = []
    if endpoint.sending > 0 { sentences.append(.sending(endpoint.sending)) }
    let waiting = endpoint.waiting - endpoint.sending
    if waiting > 0 { sentences.append(.waiting(waiting)) }
    if endpoint.unqueued > 0 { sentences.append(.notQueued(endpoint.unqueued)) }
    if endpoint.isNowhere, endpoint.held > 0 { sentences.append(.nowhere) }
    var inner = sentences.map { $0.text(language) }
    if let weather = endpoint.weather {
      inner.append(Sentence.stalledSince(name: endpoint.name, since: weather.since).text(language))
      inner.append(weather.sentence)
      if !weather.verdict { inner.append(Sentence.nextTry(weather.due).text(language)) }
    }
    switch endpoint.keys {
    case .waits(let sentence) where endpoint.waitsForKey, .verdict(let sentence):
      inner.append(sentence.text(language))
    default: break
    }
    if let last = endpoint.lastLanding { inner.append(Sentence.lastLanding(last).text(language)) }
    if endpoint.stopped > 0 { inner.append(Sentence.needsYou(endpoint.stopped).text(language)) }
    for blocked in endpoint.blocked {
      let why = blocked.sentence ?? blocked.reason?.rawValue ?? "?"
      inner.append("\(blocked.id.text) \(blocked.name?.encoded ?? "?"): \(why)")
    }
    if let witnessed = endpoint.witnessed {
      let names = witnessed.names.joined(separator: ", ")
      inner.append(
        Sentence.trail(
          .witnessed(name: endpoint.name, size: witnessed.signed.size, witnesses: names)
        ).text(language))
    } else if endpoint.kind == .directory {
      inner.append(Sentence.selfWitness(name: endpoint.name).text(language))
    }
    return ["\(endpoint.name): \(first.text(language))"]
      + inner.filter { !$0.isEmpty }.map { "  \($0)" }
  }

  private static func lines(of inbox: InboxCounts, _ language: Language) -> [String] {
    let first = inbox.unreadable ?? Sentence.notYetTaken(inbox.open).text(language)
    return ["\(inbox.path.shown): \(first)"]
      + inbox.notes.map { "  \($0.path.encoded): \($0.sentence)" }
  }
}
