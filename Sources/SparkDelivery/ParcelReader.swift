internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Reads what stands behind a row: its story, and the truth.
struct ParcelReader: Sendable {
  let tree: EndpointTree

  /// What was found.
  enum Found: Sendable {
    case parcel(Parcel)
    /// The row is no longer there: another process was first.
    case gone
    /// Its time has not come.
    case waits(until: Timestamp)
    /// There is a row and nothing behind it.
    case lost(RowRecord)
    case failed(SparkError)
  }

  /// Reads one row in a plain state; with `isAsked` its due time does not count.
  func read(_ id: CaptureID, _ state: State, isAsked: Bool) -> Found {
    do throws(SparkError) {
      let name = RawPath(id.utf8)
      guard let bytes = try tree.outbox.directory(state).contentsIfAny(name, limit: 1 << 20) else {
        return .gone
      }
      // A row that cannot be read has lost its story and nothing else.
      let row = (try? RowRecord(parsing: bytes)) ?? RowRecord(id: id)
      if !isAsked, let due = row.due, !Backoff.isDue(due, attempts: row.attempts) {
        return .waits(until: due)
      }
      guard let (truth, record) = try truth(id, row: bytes) else { return .lost(row) }
      return .parcel(Parcel(truth: truth, record: record, row: row, origin: state))
    } catch { return .failed(error) }
  }

  /// The truth.
  ///
  /// A fresh row and the marker are links of it and tell the month it stands in; only the truth
  /// itself is sent.
  private func truth(_ id: CaptureID, row: [UInt8]) throws(SparkError) -> ([UInt8], CaptureRecord)?
  {
    for hint in [row, try tree.held.contentsIfAny(RawPath(id.utf8), limit: 1 << 20) ?? []] {
      guard let record = try? CaptureRecord(parsing: hint), record.id == id else { continue }
      let path = RawPath(TreeLayout.truth(id, record.time))
      guard let bytes = try tree.root.contentsIfAny(path, limit: 1 << 20) else { continue }
      if bytes == hint { return (bytes, record) }
      if let record = try? CaptureRecord(parsing: bytes) { return (bytes, record) }
    }
    return try Captures(tree).find(id).map { ($0.bytes, $0.record) }
  }
}
