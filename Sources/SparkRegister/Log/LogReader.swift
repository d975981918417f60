internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Makes proofs from the tiles of a log of one size; tiles are read once.
final class LogReader {
  private let tiles: LogTiles
  private let size: Int64
  private var read: [Place: [[Hash32]]] = [:]

  private struct Place: Hashable {
    let level: Int
    let number: Int64
  }

  init(_ tiles: LogTiles, size: Int64) {
    self.tiles = tiles
    self.size = size
  }

  /// The hashes that lead from an entry to the root: its sibling first.
  func inclusion(_ index: Int64) throws(SparkError) -> [Hash32] {
    var path: [Hash32] = []
    var (low, high) = (Int64(0), size)
    // From the root down, so the order is turned round in the end.
    while high - low > 1 {
      let middle = low + Self.split(high - low)
      if index < middle {
        path.append(try root(middle, high))
        high = middle
      } else {
        path.append(try root(low, middle))
        low = middle
      }
    }
    return path.reversed()
  }

  /// The hashes that show that the log begins with the smaller one (RFC 6962, section 2.1.2).
  func consistency(from small: Int64) throws(SparkError) -> [Hash32] {
    if small == 0 || small == size { return [] }
    var path: [Hash32] = []
    var (low, high) = (Int64(0), size)
    while small != high {
      let middle = low + Self.split(high - low)
      if small <= middle {
        path.append(try root(middle, high))
        high = middle
      } else {
        path.append(try root(low, middle))
        low = middle
      }
    }
    // What is left is a subtree of both; where it begins the log, the smaller root is known.
    if low > 0 { path.append(try root(low, high)) }
    return path.reversed()
  }

  /// The hash of an entry.
  func leaf(_ index: Int64) throws(SparkError) -> Hash32 { try subtree(0, index) }

  /// The largest power of two below a number of entries.
  private static func split(_ count: Int64) -> Int64 {
    1 << Int64(Int64.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }

  /// The root over a range that begins at a multiple of its length's next power of two.
  private func root(_ low: Int64, _ high: Int64) throws(SparkError) -> Hash32 {
    let count = high - low
    if count & (count - 1) == 0 {
      let height = count.trailingZeroBitCount
      return try subtree(height, low >> Int64(height))
    }
    let middle = low + Self.split(count)
    return Merkle.node(try root(low, middle), try root(middle, high))
  }

  private func subtree(_ height: Int, _ index: Int64) throws(SparkError) -> Hash32 {
    let (level, inner) = (height / 8, height % 8)
    let first = index << Int64(inner)
    let place = Place(level: level, number: first / 256)
    let tree = try tree(place)
    return tree[inner][Int(first % 256) >> inner]
  }

  /// A tile and all that its hashes give: pairs, pairs of pairs and so on.
  private func tree(_ place: Place) throws(SparkError) -> [[Hash32]] {
    if let known = read[place] { return known }
    let width = LogTiles.width(place.level, place.number, size: size)
    guard width > 0 else {
      throw tiles.damaged(TilePath.hashes(level: place.level, place.number))
    }
    var rows = [try tiles.hashes(place.level, place.number, width: width)]
    while let row = rows.last, row.count > 1, rows.count < 8 {
      rows.append(
        stride(from: 0, to: row.count - 1, by: 2).map { Merkle.node(row[$0], row[$0 + 1]) })
    }
    read[place] = rows
    return rows
  }
}
