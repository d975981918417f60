/// The leaves of a bundle of a log: each entry's hash (RFC 6962), and where its bytes are.
public struct LeafHashes: Sendable {
  /// The hashes, in order.
  public private(set) var hashes: [Hash32] = []
  /// Where each entry is in the bundle's bytes.
  public private(set) var places: [Range<Int>] = []
  /// How many bytes the entries take with the lengths before them.
  public private(set) var end = 0

  /// Hashes the first `count` entries of a bundle, in which each has its length before it, two bytes, the
  /// higher one first; where it ends too early there are fewer.
  public init(_ bundle: [UInt8], count: Int) {
    hashes.reserveCapacity(count)
    places.reserveCapacity(count)
    bundle.withUnsafeBytes { bytes in
      while hashes.count < count, end + 2 <= bytes.count {
        let start = end + 2
        let length = Int(bytes[end]) << 8 | Int(bytes[end + 1])
        guard start + length <= bytes.count else { return }
        let entry = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
        hashes.append(SHA256.hash(prefix: 0, entry))
        places.append(start..<start + length)
        end = start + length
      }
    }
  }
}

extension Hash32 {
  /// The bytes of several hashes, one after the other.
  public static func bytes(_ hashes: [Hash32]) -> [UInt8] { hashes.withUnsafeBytes { Array($0) } }

  /// Takes hashes that lie one after the other; what is left over at the end is not looked at.
  public static func list(_ bytes: [UInt8]) -> [Hash32] {
    bytes.withUnsafeBytes { all in
      stride(from: 0, through: all.count - 32, by: 32).map {
        Hash32(UnsafeRawBufferPointer(rebasing: all[$0..<$0 + 32]))
      }
    }
  }
}
