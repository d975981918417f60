internal import SparkFormat
internal import SparkSystem
internal import Synchronization

/// How far a long task is: count, bytes, rate and time left, in one line of a terminal.
///
/// Without a terminal on standard error it prints nothing. One thread may use it.
public struct Progress {
  private static let interval: Int64 = 200_000_000
  private static let drawn = Atomic<Bool>(false)
  private let noun: String
  private let total: Int?
  private let totalBytes: Int64?
  private let isShown: Bool
  private let started: Int64
  private var count = 0
  private var bytes: Int64 = 0
  private var next: Int64

  /// Starts at nothing done; `noun` is what is counted, in the plural.
  public init(_ output: Output, _ noun: String, total: Int? = nil, totalBytes: Int64? = nil) {
    self.init(
      noun, total: total, totalBytes: totalBytes, now: Clock.monotonic(),
      isShown: !output.isQuiet && StandardStream.error.isTerminal)
  }

  init(_ noun: String, total: Int?, totalBytes: Int64?, now: Int64, isShown: Bool) {
    self.noun = noun
    self.total = total
    self.totalBytes = totalBytes
    self.isShown = isShown
    started = now
    next = now + Self.interval
  }

  /// Adds what was done since the last call, and draws the line when it is due.
  public mutating func advance(count more: Int = 1, bytes moreBytes: Int64 = 0) {
    count += more
    bytes += moreBytes
    guard isShown else { return }
    let now = Clock.monotonic()
    guard isDue(at: now) else { return }
    let line = text(at: now).prefix(max(1, StandardStream.error.columns - 1))
    Self.drawn.store(true, ordering: .relaxed)
    try? StandardStream.error.write(Array(("\r" + line + "\u{1B}[K").utf8))
  }

  /// Takes the line off the terminal.
  public func finish() {
    let clear = Self.takeLine()
    if !clear.isEmpty { try? StandardStream.error.write(Array(clear.utf8)) }
  }

  mutating func isDue(at now: Int64) -> Bool {
    guard now >= next else { return false }
    next = now + Self.interval
    return true
  }

  /// What clears the line where one is drawn, for whoever writes to the terminal next.
  static func takeLine() -> String {
    drawn.exchange(false, ordering: .relaxed) ? "\r\u{1B}[K" : ""
  }

  func text(at now: Int64) -> String {
    let seconds = max(0.001, Double(now - started) / 1e9)
    var parts = ["\(count)" + (total.map { " of \($0)" } ?? "") + " \(noun)"]
    if bytes > 0 {
      parts.append(ByteCount(bytes).text + (totalBytes.map { " of " + ByteCount($0).text } ?? ""))
      parts.append(ByteCount(Int64(Double(bytes) / seconds)).text + "/s")
    } else {
      parts.append("\(Int(Double(count) / seconds))/s")
    }
    if let share, share > 0.001, share <= 1 {
      parts.append(Self.duration(Int((seconds / share * (1 - share)).rounded(.up))) + " left")
    }
    return parts.joined(separator: ", ")
  }

  /// The part that is done, by bytes where the total is known, else by count.
  private var share: Double? {
    if let totalBytes, totalBytes > 0 { return Double(bytes) / Double(totalBytes) }
    if let total, total > 0 { return Double(count) / Double(total) }
    return nil
  }

  private static func duration(_ seconds: Int) -> String {
    let pad = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
    let minutes = "\(pad(seconds / 60 % 60)):\(pad(seconds % 60))"
    return seconds < 3600 ? minutes : "\(seconds / 3600):\(minutes)"
  }
}
