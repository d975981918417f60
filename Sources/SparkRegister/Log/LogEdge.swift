internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The right edge of a log: all that is needed to append to it and to know its root.
struct LogEdge {
  /// A tile to write: its path below the log, and its bytes.
  struct Tile: Sendable {
    let path: String
    let bytes: [UInt8]
    let isFull: Bool
  }

  /// How many entries the log has.
  private(set) var size: Int64 = 0
  // The entries of the bundle that is not full, and per level the hashes of the tile that is not full.
  private var bundle: [UInt8] = []
  private var levels: [[Hash32]] = []

  /// An empty log.
  init() {}

  /// Takes up what the tiles of a log of this size hold.
  init(_ tiles: LogTiles, size: Int64) throws(SparkError) {
    self.size = size
    var (rest, level) = (size, 0)
    while rest > 0 {
      let width = Int(rest % TilePath.width)
      let number = rest / TilePath.width
      levels.append(width == 0 ? [] : try tiles.hashes(level, number, width: width))
      if level == 0, width > 0 {
        bundle = try tiles.bundle(number, width: width)
        let entries = try LogBundle.split(bundle, count: width, tiles.place(number, width))
        guard entries.map(Merkle.leaf) == levels[0] else {
          throw tiles.damaged(TilePath.entries(number, width: width))
        }
      }
      (rest, level) = (number, level + 1)
    }
  }

  /// The root of the tree.
  var root: Hash32 {
    var subtrees: [Hash32] = []
    for hashes in levels.reversed() {
      var rest = hashes[...]
      while !rest.isEmpty {
        let width = 1 << (Int.bitWidth - 1 - rest.count.leadingZeroBitCount)
        subtrees.append(Self.root(Array(rest.prefix(width))))
        rest = rest.dropFirst(width)
      }
    }
    guard var root = subtrees.popLast() else { return Merkle.empty }
    while let left = subtrees.popLast() { root = Merkle.node(left, root) }
    return root
  }

  /// The root over hashes whose number is a power of two.
  private static func root(_ hashes: [Hash32]) -> Hash32 {
    var hashes = hashes
    while hashes.count > 1 {
      hashes = stride(from: 0, to: hashes.count, by: 2).map {
        Merkle.node(hashes[$0], hashes[$0 + 1])
      }
    }
    return hashes[0]
  }

  /// Appends entries and returns the tiles that this makes: the full ones, then the partial ones.
  mutating func append(_ entries: [[UInt8]]) -> [Tile] {
    var full: [Tile] = []
    for entry in entries {
      LogBundle.append(entry, to: &bundle)
      size += 1
      if size % TilePath.width == 0 {
        let path = TilePath.entries(size / TilePath.width - 1)
        full.append(Tile(path: path, bytes: bundle, isFull: true))
        bundle = []
      }
      push(Merkle.leaf(entry), 0, &full)
    }
    return full + partials
  }

  private mutating func push(_ hash: Hash32, _ level: Int, _ full: inout [Tile]) {
    if levels.count == level { levels.append([]) }
    levels[level].append(hash)
    guard levels[level].count == TilePath.width else { return }
    let number = (size >> Int64(8 * level)) / TilePath.width - 1
    let path = TilePath.hashes(level: level, number)
    full.append(Tile(path: path, bytes: levels[level].flatMap(\.bytes), isFull: true))
    let root = Self.root(levels[level])
    levels[level] = []
    push(root, level + 1, &full)
  }

  private var partials: [Tile] {
    var tiles: [Tile] = []
    let width = Int(size % TilePath.width)
    if width > 0 {
      let path = TilePath.entries(size / TilePath.width, width: width)
      tiles.append(Tile(path: path, bytes: bundle, isFull: false))
    }
    for (level, hashes) in levels.enumerated() where !hashes.isEmpty {
      let number = (size >> Int64(8 * level)) / TilePath.width
      let path = TilePath.hashes(level: level, number, width: hashes.count)
      tiles.append(Tile(path: path, bytes: hashes.flatMap(\.bytes), isFull: false))
    }
    return tiles
  }
}
