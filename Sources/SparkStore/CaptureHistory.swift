public import SparkFormat
internal import SparkSystem

/// What happened to a capture and when, read from its records and their files' own times.
public struct CaptureHistory: Sendable {
  /// One event.
  public struct Entry: Sendable {
    /// When it was.
    public let time: Timestamp
    /// What it was.
    public let event: HistoryEvent
  }

  /// The events in the order of their times.
  public private(set) var entries: [Entry] = []

  /// Reads the history of a capture.
  init(_ found: CaptureFinder.Found, name: String, inbox: String) throws(SparkError) {
    let record = found.truth.record
    let month = found.truth.month
    add(record.time, .captured)
    add(try kept(record, month), .kept(inbox: inbox))
    if let sealed = try SealedCopies(found.tree).record(of: record) {
      add(sealed.time, .sealed(generation: sealed.key.generation))
    }
    if let receipt = try Captures(found.tree).receipt(record.id, in: month) {
      add(receipt.time, .recorded(name: name))
    }
    try addRow(record.id, found.tree)
    entries.sort { $0.time < $1.time }
  }

  private mutating func add(_ time: Timestamp?, _ event: HistoryEvent) {
    if let time { entries.append(Entry(time: time, event: event)) }
  }

  /// A truth's file is written once; where it was replaced by a sealed one, the id still tells.
  private func kept(_ record: CaptureRecord, _ month: Directory) throws(SparkError) -> Timestamp? {
    if record.isSealed {
      guard record.id.version == 7 else { return nil }
      let milliseconds = Int64(record.id.high >> 16)
      return Timestamp(
        FileStatus.Time(
          seconds: milliseconds / 1000, nanoseconds: Int32(milliseconds % 1000) * 1_000_000))
    }
    return try month.statusIfAny(RawPath(record.id.utf8)).map { Timestamp($0.modified) }
  }

  private mutating func addRow(_ id: CaptureID, _ tree: EndpointTree) throws(SparkError) {
    guard let state = try tree.outbox.state(of: id), !state.isCarried,
      let row = try tree.outbox.row(id, state),
      let status = try tree.outbox.directory(state).statusIfAny(RawPath(id.utf8))
    else { return }
    // A row with a story was written when the last thing happened to it.
    let time = Timestamp(status.modified)
    if let reason = row.reason {
      add(time, .blocked(reason))
    } else if row.attempts > 0 {
      add(time, .tried(row.attempts))
    }
  }
}
