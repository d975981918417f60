public import SparkSystem

/// The tree of a transparency log (RFC 6962, SHA-256): its hashes, and how proofs are checked.
public enum Merkle {
  /// The root of the empty tree.
  public static let empty = SHA256.hash([])

  /// The hash of an entry.
  public static func leaf(_ entry: [UInt8]) -> Hash32 { SHA256.hash(prefix: 0, entry) }

  /// The hash over two subtrees.
  public static func node(_ left: Hash32, _ right: Hash32) -> Hash32 {
    SHA256.hash(prefix: 1, left, right)
  }

  /// The root that a proof leads to from an entry's hash; nil for a proof of another shape.
  public static func root(of leaf: Hash32, at index: Int64, size: Int64, _ proof: [Hash32])
    -> Hash32?
  {
    guard index >= 0, index < size else { return nil }
    var (place, last, hash) = (index, size - 1, leaf)
    for sibling in proof {
      guard last > 0 else { return nil }
      if place & 1 == 1 || place == last {
        hash = node(sibling, hash)
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        hash = node(hash, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 ? hash : nil
  }

  /// Whether a proof shows that the tree of `size` entries begins with the smaller one (RFC 9162,
  /// section 2.1.4.2).
  public static func isConsistent(
    _ small: Int64, _ smallRoot: Hash32, _ size: Int64, _ root: Hash32, _ proof: [Hash32]
  ) -> Bool {
    guard small >= 0, small <= size else { return false }
    if small == size { return proof.isEmpty && smallRoot == root }
    if small == 0 { return proof.isEmpty && smallRoot == empty }
    var rest = proof[...]
    // A power of two is a subtree of its own, and its hash is known already.
    if small & (small - 1) == 0 { rest = [smallRoot] + rest }
    guard let first = rest.popFirst() else { return false }
    var (place, last) = (small - 1, size - 1)
    while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
    var (old, new) = (first, first)
    for hash in rest {
      guard last > 0 else { return false }
      if place & 1 == 1 || place == last {
        (old, new) = (node(hash, old), node(hash, new))
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        new = node(new, hash)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && old == smallRoot && new == root
  }
}
