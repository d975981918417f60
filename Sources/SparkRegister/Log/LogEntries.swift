internal import SparkFormat
internal import SparkSystem

/// Reads entries one after the other; the bundle read last is kept.
struct LogEntries {
  private let tiles: LogTiles
  private let size: Int64
  private var last: (number: Int64, entries: [[UInt8]])?

  init(_ tiles: LogTiles, size: Int64) {
    self.tiles = tiles
    self.size = size
  }

  subscript(index: Int64) -> [UInt8] {
    mutating get throws(SparkError) {
      let number = index / TilePath.width
      if last?.number != number {
        let width = LogTiles.width(0, number, size: size)
        guard width > 0 else { throw tiles.damaged(TilePath.entries(number)) }
        last = (number, try tiles.entries(number, width: width))
      }
      guard let last, index % TilePath.width < last.entries.count else {
        throw tiles.damaged(TilePath.entries(number))
      }
      return last.entries[Int(index % TilePath.width)]
    }
  }
}
