internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Sends whenever something waits, until it is asked to stop.
///
/// The kernel's hints make it quick; a look at the directories every few seconds stands behind them, and
/// a whole pass every minute mends what a dead sender left. Between them it reads no row.
public final class SendWatcher {
  private let home: StoreHome
  private let name: String?
  private let signals: SignalReader
  private var known: [Int: Known] = [:]

  private static let look = 5_000
  private static let gather = 200
  private static let whole: Int64 = 60_000_000_000

  /// What was seen at the last pass over a tree.
  private struct Known {
    var states: [FileStatus.Time]
    var nextDue: Timestamp?
    var passed: Int64
  }

  /// Watches the endpoint with this name, or all.
  ///
  /// `signals` has to be made before any thread.
  public init(_ home: StoreHome, named name: String?, signals: SignalReader) {
    self.home = home
    self.name = name
    self.signals = signals
  }

  /// Runs until a signal comes; tells each event of a pass, each pass's report, and the store's own
  /// errors, after which it goes on.
  public func run(
    event: @escaping (SendEvent) -> Void, report: (SendReport) -> Void,
    trouble: (SparkError) -> Void
  ) throws(SparkError) {
    let hints = try Inotify()
    var watched: Set<Int> = []
    var isAskedToStop = false
    while !isAskedToStop {
      do throws(SparkError) {
        for tree in try home.trees(named: name) where !isAskedToStop {
          if watched.insert(tree.number).inserted {
            // Without a watch left the look every few seconds has to do.
            _ = try hints.watch(tree.outbox.directory(.staged))
          }
          // Looked at before the pass: what comes during it calls for another one.
          let states = try states(tree)
          guard try needsPass(tree, states) else { continue }
          let sender = Sender(
            tree,
            isAskedToStop: { [signals] in
              isAskedToStop = isAskedToStop || signals.stopRequested()
              return isAskedToStop
            }, say: event)
          let result = try sender.run(isPatient: true)
          report(result)
          try remember(tree, states, result)
        }
      } catch { trouble(error) }
      if !isAskedToStop, try hints.wait(milliseconds: Self.look, signals: signals).changed {
        // What comes one by one goes together.
        Pause.sleep(milliseconds: Self.gather, signals: signals)
        _ = try hints.wait(milliseconds: 0, signals: nil)
      }
      isAskedToStop = isAskedToStop || signals.stopRequested()
    }
  }

  private func states(_ tree: EndpointTree) throws(SparkError) -> [FileStatus.Time] {
    try [
      tree.outbox.directory(.staged).status().modified,
      tree.outbox.directory(.uploaded).status().modified,
      tree.root.status().modified,
    ]
  }

  private func needsPass(_ tree: EndpointTree, _ states: [FileStatus.Time]) throws(SparkError)
    -> Bool
  {
    guard let known = known[tree.number] else { return true }
    if Clock.monotonic() - known.passed > Self.whole { return true }
    if let due = known.nextDue, due <= .now() { return true }
    return states != known.states
  }

  private func remember(_ tree: EndpointTree, _ states: [FileStatus.Time], _ report: SendReport)
    throws(SparkError)
  {
    let due = [report.nextDue, try Weather(tree).waitsUntil()].compactMap { $0 }.min()
    known[tree.number] = Known(
      states: states, nextDue: due, passed: Clock.monotonic())
  }
}
