internal import SparkFormat

/// The entries of a log that say `recorded`, and how to find the one of a record.
struct RecordedEntries: Sendable {
  private(set) var entries: [(index: Int64, facts: EntryFacts)] = []
  private var places: [Digest: Int] = [:]
  /// The entries of records that have one already.
  private(set) var repeated: [Int] = []

  /// Adds entries, in the order of the log.
  mutating func add(_ more: [(index: Int64, facts: EntryFacts)]) {
    places.reserveCapacity(entries.count + more.count)
    for entry in more {
      let place = entries.count
      entries.append(entry)
      guard let first = places.updateValue(place, forKey: entry.facts.record) else { continue }
      // The first entry counts.
      places[entry.facts.record] = first
      repeated.append(place)
    }
  }

  /// The place of a record's entry in ``entries``.
  func place(of record: Digest) -> Int? { places[record] }
}
