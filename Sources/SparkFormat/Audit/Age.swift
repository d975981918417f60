/// How long ago something was, for people.
public struct Age: Hashable, Sendable {
  /// The seconds, 0 or more.
  public let seconds: Int64

  /// Takes a number of seconds; what is yet to come is now.
  public init(seconds: Int64) { self.seconds = max(0, seconds) }

  /// In whole units of the largest kind, rounded down.
  func text(_ language: Language) -> String {
    let units: [(Int64, String, String)] = [
      (86_400, "day", "일"), (3_600, "hour", "시간"), (60, "minute", "분"), (1, "second", "초"),
    ]
    let (unit, english, korean) = units.first { seconds >= $0.0 } ?? units[3]
    let count = seconds / unit
    switch language {
    case .english: return "\(count) \(english)\(count == 1 ? "" : "s") old"
    case .korean: return "\(count)\(korean) 지남"
    }
  }
}
