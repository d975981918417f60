internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Reads what stands behind a row: its story, and the truth.
struct ParcelReader: Sendable {
  let tree: EndpointTree
  let endpoint: EndpointRecord

  /// What was found.
  enum Found: Sendable {
    case parcel(Parcel)
    /// The row is no longer there: another process was first.
    case gone
    /// Its time has not come.
    case waits(until: Timestamp)
    /// There is a row and nothing behind it.
    case lost(RowRecord)
    /// It has to be sealed first, under the current generation.
    case unsealed(RowRecord)
    /// Its receipt is there already, and no sealed copy that could go once more.
    case recorded(CaptureRecord)
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
      guard let (truth, record) = try TruthFinder(tree).find(id, row: bytes) else {
        return .lost(row)
      }
      guard endpoint.prepares == .sealing else {
        return .parcel(Parcel(truth: truth, record: record, row: row, origin: state))
      }
      guard let copy = try SealedCopies(tree).current(of: record, endpoint),
        SealedMoment.isOwn(copy.moment, copy.record)
      else {
        let isRecorded = try RecordedRows(tree, endpoint).isRecorded(truth, record)
        return isRecorded ? .recorded(record) : .unsealed(row)
      }
      return .parcel(
        Parcel(
          record: record, sealed: copy.record, moment: copy.moment, row: row, origin: state))
    } catch { return .failed(error) }
  }
}
