internal import SparkStore
internal import SparkSystem

/// Roots over hashes that are at hand.
enum TreeRoot {
  /// The root over hashes whose number is a power of two.
  static func of(_ hashes: [Hash32]) -> Hash32 {
    var row = hashes
    var count = row.count
    while count > 1 {
      count /= 2
      for place in 0..<count { row[place] = Merkle.node(row[2 * place], row[2 * place + 1]) }
    }
    return row[0]
  }

  /// The root of a tree by its right edge: per level the hashes of the tile that is not full.
  static func of(edge levels: [[Hash32]]) -> Hash32 {
    var subtrees: [Hash32] = []
    for hashes in levels.reversed() {
      var rest = hashes[...]
      while !rest.isEmpty {
        let width = 1 << (Int.bitWidth - 1 - rest.count.leadingZeroBitCount)
        subtrees.append(of(Array(rest.prefix(width))))
        rest = rest.dropFirst(width)
      }
    }
    guard var root = subtrees.popLast() else { return Merkle.empty }
    while let left = subtrees.popLast() { root = Merkle.node(left, root) }
    return root
  }
}
