public import SparkFormat

/// What one endpoint's tree holds and how far it is.
public struct EndpointCounts: Sendable {
  /// The tree's number.
  public var number: Int
  /// The endpoint's name.
  public var name: String
  /// The kind of place; nil at nowhere.
  public var kind: EndpointKind?
  /// Where it is reached; nil at nowhere.
  public var address: String?
  /// Whether there is nothing to send to.
  public var isNowhere: Bool
  /// Captures without a receipt.
  public var held = 0
  /// Their bytes.
  public var heldBytes: Int64 = 0
  /// How much may be held.
  public var ceiling: Ceiling
  /// Rows per state, those under carriers included; `done` is not counted.
  public var rows: [State: Int] = [:]
  /// Rows under carriers that live.
  public var sending = 0
  /// Carriers that live.
  public var carriers = 0
  /// The first few of the blocked rows.
  public var blocked: [BlockedCapture] = []
  /// Held captures without a row, where there should be one.
  public var unqueued = 0
  /// Captures whose discard is not finished; they are held until it is.
  public var discarding = 0
  /// Why the endpoint does not answer.
  public var weather: WeatherRecord?
  /// Whether captures can be sealed.
  public var keys = KeyOutlook.notNeeded
  /// How far trusted witnesses have signed the register's log; nil where none has.
  public var witnessed: WitnessMemory.Witnessed?
  /// When the last receipt was stored; nil when none was, or nobody knows.
  public var lastLanding: Timestamp?

  /// Makes the counts of a tree that holds nothing.
  public init(
    number: Int, name: String, kind: EndpointKind? = nil, address: String? = nil,
    isNowhere: Bool = false, ceiling: Ceiling = .standard
  ) {
    self.number = number
    self.name = name
    self.kind = kind
    self.address = address
    self.isNowhere = isNowhere
    self.ceiling = ceiling
  }

  /// Whether rows wait for a key: then nothing is their sink.
  public var waitsForKey: Bool {
    guard case .waits = keys else { return false }
    return rows[.sealing, default: 0] > 0
  }

  /// Rows that a person must look at.
  public var stopped: Int { rows[.blocked, default: 0] }

  /// Rows that go on by themselves.
  public var waiting: Int {
    State.allCases.reduce(0) { sum, state in
      state.isOpen && state != .blocked ? sum + rows[state, default: 0] : sum
    }
  }
}

extension State {
  /// Whether a row in it stands for a capture that is not yet sent.
  public var isOpen: Bool { self != .recorded && self != .done }
}
