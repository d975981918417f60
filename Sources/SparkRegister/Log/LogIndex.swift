internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Finds the entries of records.
///
/// What came last is looked through as it stands; for records that may be anywhere an index of the whole
/// log is made once, and goes on with it.
struct LogIndex {
  let tiles: LogTiles
  private var places: [UInt64: Int64] = [:]
  private var indexed: Int64 = 0

  init(tiles: LogTiles) { self.tiles = tiles }

  /// The place of each record's entry; nil for one that is not there after its `known`.
  mutating func places(of records: [(record: Digest?, known: Int64)], size: Int64)
    throws(SparkError) -> [Int64?]
  {
    if let first = records.map(\.known).min(), first < size {
      // A tail that is short is looked through without keeping anything.
      if indexed == 0, first > 0, size - first <= 4 * TilePath.width {
        var tail: [UInt64: Int64] = [:]
        try Self.read(tiles, first, size) { tail[$0] = $1 }
        return try find(records, tail, size)
      }
      var places = places
      self.places = [:]
      try Self.read(tiles, indexed, size) { record, place in
        // The first entry counts.
        if places[record] == nil { places[record] = place }
      }
      self.places = places
      indexed = size
    }
    return try find(records, places, size)
  }

  private func find(
    _ records: [(record: Digest?, known: Int64)], _ places: [UInt64: Int64], _ size: Int64
  ) throws(SparkError) -> [Int64?] {
    var entries = LogEntries(tiles, size: size)
    var found: [Int64?] = []
    for (record, known) in records {
      guard known < size, let record, let place = places[record.beginning] else {
        found.append(nil)
        continue
      }
      let entry = try entries[place]
      found.append((try? TrailEntry(parsing: entry))?.record == record ? place : nil)
    }
    return found
  }

  private static func read(
    _ tiles: LogTiles, _ first: Int64, _ size: Int64, _ each: (UInt64, Int64) -> Void
  ) throws(SparkError) {
    for number in first / TilePath.width..<(size + TilePath.width - 1) / TilePath.width {
      let width = LogTiles.width(0, number, size: size)
      for (offset, entry) in try tiles.entries(number, width: width).enumerated() {
        let place = number * TilePath.width + Int64(offset)
        if place >= first, let record = record(of: entry) { each(record.beginning, place) }
      }
    }
  }

  private static let event = Array("spark-entry 1 \(TrailEvent.recorded.rawValue) ".utf8)
  private static let name = Array(" record=\(Digest.prefix)".utf8)

  /// The record of an entry, without reading the rest of it.
  private static func record(of entry: [UInt8]) -> Digest? {
    guard entry.starts(with: event) else { return nil }
    var start = event.count - 1
    while start + name.count + 64 <= entry.count {
      if entry[start...].starts(with: name) {
        let digits = entry[(start + name.count)..<(start + name.count + 64)]
        return Digest(hexUTF8: digits)
      }
      start = entry[(start + 1)...].firstIndex(of: 0x20) ?? entry.count
    }
    return nil
  }
}
