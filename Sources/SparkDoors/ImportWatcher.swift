internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Keeps importing: hints wake it, a periodic scan stands behind them, and a signal ends it between
/// batches.
public final class ImportWatcher {
  private static let scanSeconds = 60
  /// While an inbox is not there it is looked for this often.
  private static let missingMilliseconds = 2000
  /// Hints come in crowds: a copied folder is one of them.
  private static let settleMilliseconds = 100

  private let importer: Importer
  private let hints: Inotify
  private let signals: SignalReader
  private var saidLimit = false

  /// Watches with this importer.
  public init(_ home: StoreHome, openFiles: Int, signals: SignalReader) throws(SparkError) {
    importer = Importer(home, openFiles: openFiles)
    hints = try Inotify()
    self.signals = signals
  }

  /// What happened that a person may want to read.
  public enum Event: Sendable {
    /// A pass took or refused something new.
    case pass(ImportReport)
    /// Hints were lost, so everything is scanned.
    case overflow
    /// The system watches no more folders, so they are scanned every minute instead.
    case watchLimit
  }

  /// Runs until a signal asks it to stop.
  ///
  /// `inboxes` is asked anew before each pass.
  public func run(
    _ inboxes: () throws(SparkError) -> [Inbox], _ tell: (Event) throws(SparkError) -> Void
  ) throws(SparkError) {
    var stopped = false
    var limited = false
    importer.shouldStop = { [signals] in
      stopped = stopped || signals.stopRequested()
      return stopped
    }
    importer.onFolder = { [hints] directory throws(SparkError) in
      do throws(SparkError) {
        if try !hints.watch(directory) { limited = true }
      } catch {
        // Gone meanwhile, or of a kind that cannot be watched: the scan does without.
      }
    }
    while !stopped {
      var report = ImportReport()
      for inbox in try inboxes() where !stopped {
        do throws(SparkError) { report.add(try importer.pass(inbox)) } catch {
          // A full disk or a server that is away passes; a watcher that ended would not come back.
          report.refuse(inbox, FilePath([]), error.message)
        }
      }
      try tell(.pass(report))
      if limited, !saidLimit {
        saidLimit = true
        try tell(.watchLimit)
      }
      if stopped || signals.stopRequested() { return }
      try wait(report, tell)
    }
  }

  private func wait(_ report: ImportReport, _ tell: (Event) throws(SparkError) -> Void)
    throws(SparkError)
  {
    var milliseconds = Self.scanSeconds * 1000
    if report.readyAfter > 0 { milliseconds = min(milliseconds, report.readyAfter + 20) }
    let isMissing = report.notes.contains { $0.path.bytes.isEmpty }
    if isMissing { milliseconds = min(milliseconds, Self.missingMilliseconds) }
    let events = try hints.wait(milliseconds: milliseconds, signals: signals)
    if events.overflowed { try tell(.overflow) }
    if events.changed {
      // What was put back is a hint too: without a longer pause it would be taken and put back for ever.
      let isStuck = report.taken == 0 && report.refused > 0
      Pause.sleep(
        milliseconds: isStuck ? Self.missingMilliseconds : Self.settleMilliseconds, signals: signals
      )
      let more = try hints.wait(milliseconds: 0, signals: nil)
      if more.overflowed { try tell(.overflow) }
    }
  }
}
