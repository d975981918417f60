internal import SparkFormat
internal import SparkStore

/// How long to wait before the next try: doubling from half a minute to six hours, with jitter.
enum Backoff {
  /// After so many attempts of its own a row blocks.
  static let attempts = 10
  private static let first: Int64 = 30
  private static let longest: Int64 = 6 * 3600

  /// The longest delay after so many attempts, in seconds.
  static func delay(_ attempts: Int) -> Int64 {
    min(longest, first << Int64(min(max(attempts, 1) - 1, 20)))
  }

  /// When to try again; up to a quarter earlier than the delay, so that many do not come at once.
  static func due(after attempts: Int, from now: Timestamp = .now()) -> Timestamp {
    let delay = delay(attempts)
    return Timestamp(
      seconds: now.seconds + delay - Int64.random(in: 0...delay / 4), nanoseconds: now.nanoseconds,
      offset: now.offset)
  }

  /// Whether it is time.
  ///
  /// A time further off than the delay allows comes from a clock that was set back, and is now.
  static func isDue(_ due: Timestamp?, attempts: Int, now: Timestamp = .now()) -> Bool {
    guard let due, due > now else { return true }
    return due.seconds > now.seconds + delay(attempts)
  }
}
