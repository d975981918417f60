public import SparkFormat

/// All counts of a store, and what follows from them.
public struct Summary: Sendable {
  /// The inboxes, read first.
  public let inboxes: [InboxCounts]
  /// The endpoints, read after them.
  public let endpoints: [EndpointCounts]
  /// What was signed out of and not yet erased.
  public let retired: [RetiredCounts]
  /// Whether all endpoints of the store were counted.
  public let isWhole: Bool

  /// Makes a summary; the inboxes must have been read before the endpoints.
  public init(
    inboxes: [InboxCounts], endpoints: [EndpointCounts], retired: [RetiredCounts] = [],
    isWhole: Bool = true
  ) {
    self.retired = retired
    self.inboxes = inboxes
    self.endpoints = endpoints
    self.isWhole = isWhole
  }

  /// What follows: stopped before stalled before unqueued before waiting, and only when all of them are
  /// zero that everything arrived.
  public func conclude(_ language: Language) -> Conclusion {
    let stopped = stoppedSentences(language)
    if !stopped.isEmpty { return Conclusion(.stopped, stopped) }
    let stalled = stalledSentences(language)
    if !stalled.isEmpty { return Conclusion(.stalled, stalled) }
    let unqueued = unqueuedSentences(language)
    if !unqueued.isEmpty { return Conclusion(.unqueued, unqueued) }
    let waiting = waitingSentences(language)
    if !waiting.isEmpty { return Conclusion(.waiting, waiting) }
    let names = endpoints.filter { !$0.isNowhere }.map(\.name)
    // Of one endpoint among several nobody can say that everything has reached it.
    if names.isEmpty || !isWhole {
      return Conclusion(names.isEmpty ? .nothing : .sent, [Sentence.nothingWaiting.text(language)])
    }
    return Conclusion(.sent, [Sentence.allSent(name: names.joined(separator: ", ")).text(language)])
  }

  private func stoppedSentences(_ language: Language) -> [String] {
    var sentences = endpoints.compactMap(\.weather).filter(\.verdict).map(\.sentence)
    for case .verdict(let sentence) in endpoints.map(\.keys) {
      sentences.append(sentence.text(language))
    }
    let blocked = endpoints.reduce(0) { $0 + $1.stopped }
    if blocked > 0 { sentences.append(Sentence.needsYou(blocked).text(language)) }
    return sentences
  }

  private func stalledSentences(_ language: Language) -> [String] {
    var sentences: [String] = []
    for endpoint in endpoints where endpoint.held > 0 {
      if endpoint.isNowhere {
        sentences.append(Sentence.nowhere.text(language))
      } else if endpoint.address == nil || endpoint.waitsForKey {
        sentences.append(Sentence.noConnection.text(language))
      } else if let weather = endpoint.weather {
        sentences.append(
          weather.sentence.isEmpty
            ? Sentence.stalledSince(name: endpoint.name, since: weather.since).text(language)
            : weather.sentence)
      }
    }
    return sentences
  }

  private func unqueuedSentences(_ language: Language) -> [String] {
    var sentences = inboxes.compactMap(\.unreadable)
    let untaken = inboxes.reduce(0) { $0 + $1.open }
    if untaken > 0 { sentences.append(Sentence.notYetTaken(untaken).text(language)) }
    let unqueued = endpoints.reduce(0) { $0 + $1.unqueued }
    if unqueued > 0 { sentences.append(Sentence.notQueued(unqueued).text(language)) }
    // Nothing carries these any more, and only a person can end it.
    let left = retired.reduce(0) { $0 + $1.unsent }
    if left > 0 { sentences.append(Sentence.erasing(.retiredUnsent(left)).text(language)) }
    return sentences
  }

  private func waitingSentences(_ language: Language) -> [String] {
    var sentences: [String] = []
    let sending = endpoints.reduce(0) { $0 + $1.sending }
    if sending > 0 { sentences.append(Sentence.sending(sending).text(language)) }
    // A capture whose marker was read before its row moved on is held all the same.
    let waiting = endpoints.reduce(0) { $0 + max($1.waiting, $1.held) } - sending
    if waiting > 0 { sentences.append(Sentence.waiting(waiting).text(language)) }
    return sentences
  }
}

extension InboxCounts {
  /// Everything in it that is on its way into the store.
  public var open: Int { notYetTaken + shares + claims }
}
