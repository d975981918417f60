/// A C2SP tlog-proof: where an entry stands in a log, the hashes that lead from it to the root, and the
/// signed checkpoint of that root, so that it can be checked without the log.
public struct InclusionProof: Equatable, Sendable {
  private static let what = "tlog-proof"
  private static let first = Array("c2sp.org/tlog-proof@v1".utf8)

  /// The entry's place, from 0.
  public let index: Int64
  /// The hashes, 32 bytes each: the entry's sibling first, the root's child last.
  public let hashes: [Octets32]
  /// The signed checkpoint, byte for byte.
  public let checkpoint: [UInt8]

  /// Makes a proof.
  public init(index: Int64, hashes: [Octets32], checkpoint: [UInt8]) {
    self.index = index
    self.hashes = hashes
    self.checkpoint = checkpoint
  }

  /// Reads a proof.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    func bad(_ message: String) -> FormatError {
      FormatError(.malformed, InclusionProof.what, message)
    }
    var rest = bytes[...]
    func line() throws(FormatError) -> ArraySlice<UInt8> {
      guard let end = rest.firstIndex(of: 0x0A) else { throw bad("ends too early") }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }
    guard try line().elementsEqual(InclusionProof.first) else { throw bad("does not begin as one") }
    var next = try line()
    if next.starts(with: "extra ".utf8) {
      guard Base64Text.decode(next.dropFirst(6)) != nil else {
        throw bad("has a broken extra line")
      }
      next = try line()
    }
    guard next.starts(with: "index ".utf8),
      let index = Decimal.read(next.dropFirst(6)).flatMap({ Int64(exactly: $0) })
    else { throw bad("has no index") }
    self.index = index
    var hashes: [Octets32] = []
    while true {
      let next = try line()
      if next.isEmpty { break }
      guard let hash = Base64Text.decode(next), hash.count == 32, hashes.count < 63 else {
        throw bad("has a line that is no hash")
      }
      hashes.append(Octets32(hash))
    }
    self.hashes = hashes
    checkpoint = Array(rest)
  }

  /// The proof's text.
  public var serialized: [UInt8] {
    var text = "\(String(decoding: InclusionProof.first, as: UTF8.self))\nindex \(index)\n"
    for hash in hashes { text += Base64Text.encode(hash.bytes) + "\n" }
    return Array(text.utf8) + [0x0A] + checkpoint
  }
}
