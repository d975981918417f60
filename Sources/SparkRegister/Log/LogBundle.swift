internal import SparkFormat
internal import SparkSystem

/// A bundle of entries: each with its length before it, two bytes, the higher one first.
enum LogBundle {
  /// The longest entry there can be.
  static let longest = 65_535

  /// Appends an entry.
  static func append(_ entry: [UInt8], to bundle: inout [UInt8]) {
    bundle.append(UInt8(truncatingIfNeeded: entry.count >> 8))
    bundle.append(UInt8(truncatingIfNeeded: entry.count))
    bundle.append(contentsOf: entry)
  }

  /// The entries of a bundle; throws `damaged` unless there are `count` of them and nothing else.
  static func split(_ bytes: [UInt8], count: Int, _ place: @autoclosure () -> RawPath)
    throws(SparkError) -> [[UInt8]]
  {
    var entries: [[UInt8]] = []
    entries.reserveCapacity(count)
    var start = 0
    while entries.count < count, start + 2 <= bytes.count {
      let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
      guard start + 2 + length <= bytes.count else { break }
      entries.append(Array(bytes[start + 2..<start + 2 + length]))
      start += 2 + length
    }
    guard entries.count == count, start == bytes.count else { throw LogTiles.damaged(place()) }
    return entries
  }
}
