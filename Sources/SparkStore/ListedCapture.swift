public import SparkFormat

/// A capture as a list shows it.
public struct ListedCapture: Sendable {
  /// The truth.
  public let record: CaptureRecord
  /// Its row's state; nil without a row.
  public let row: State?
  /// Whether it has a receipt.
  public let isSent: Bool
  /// Whether its discard is not finished.
  public let isDiscarding: Bool

  /// Its row's state, else `sent`, `discarding` or `held`.
  public var state: String {
    row?.rawValue ?? (isSent ? "sent" : isDiscarding ? "discarding" : "held")
  }

  /// Which captures a list shows.
  public enum Filter: Sendable, Equatable {
    /// All.
    case all
    /// Those with a receipt.
    case sent
    /// Those without one.
    case held
    /// Those whose row is in this state.
    case row(State)

    /// Reads `sent`, `held` or a state's name.
    public init?(_ text: String) {
      switch text {
      case "sent": self = .sent
      case "held": self = .held
      default:
        guard let state = State(rawValue: text) else { return nil }
        self = .row(state)
      }
    }

    func admits(isSent: Bool) -> Bool {
      switch self {
      case .all: true
      case .sent: isSent
      case .held: !isSent
      // A receipt is durable before its row reaches these two.
      case .row(.recorded), .row(.done): isSent
      case .row: true
      }
    }
  }
}
