public import SparkFormat

/// Whether captures can be sealed, as far as a look at files can tell.
public enum KeyOutlook: Equatable, Sendable {
  /// Nothing is sealed here.
  case notNeeded
  /// There is a key.
  case ready
  /// There is none just now: what is to be sealed waits, and nothing is counted against it.
  case waits(Sentence)
  /// The statements contradict what the store has seen: a person must look.
  case verdict(Sentence)

  /// Looks at the files of an endpoint's keys.
  public init(_ endpoint: EndpointRecord) {
    self.init(endpoint, KeyPresence(tree: endpoint.tree))
  }

  init(_ endpoint: EndpointRecord, _ keys: @autoclosure () -> KeyPresence) {
    guard endpoint.prepares == .sealing else {
      self = .notNeeded
      return
    }
    let keys = keys()
    if let pin = endpoint.key {
      let generation = pin.generation
      guard let statement = keys.statementDigest(generation) else {
        self = .waits(.keys(.generationMissing(generation)))
        return
      }
      guard statement == pin.statement else {
        self = .verdict(.keys(.fork(generation: generation)))
        return
      }
    } else if !keys.hasStatement(1) {
      self = .waits(.keys(.noKeyYet(name: endpoint.name)))
      return
    }
    if !endpoint.sealsWhileLocked, !keys.isUnlocked {
      self = .waits(.keys(.locked(name: endpoint.name)))
      return
    }
    self = .ready
  }
}
