/// What a log says of itself at one moment (C2SP tlog-checkpoint): who it is, how long, and its root.
public struct Checkpoint: Hashable, Sendable {
  private static let what = "checkpoint"

  /// The log's name.
  public let origin: String
  /// How many entries it has.
  public let size: Int64
  /// The root of the tree over them, 32 bytes.
  public let root: Octets32

  /// Makes a checkpoint.
  public init(origin: String, size: Int64, root: Octets32) {
    self.origin = origin
    self.size = size
    self.root = root
  }

  /// Reads the text of a checkpoint; lines after the third one are extensions, and are passed over.
  public init(parsing text: [UInt8]) throws(FormatError) {
    func bad(_ message: String) -> FormatError { FormatError(.malformed, Checkpoint.what, message) }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count >= 4, lines.last?.isEmpty == true,
      lines.dropLast().allSatisfy({ !$0.isEmpty })
    else { throw bad("does not have its three lines") }
    guard let origin = String(validating: lines[0], as: UTF8.self) else {
      throw bad("has an origin that is not UTF-8")
    }
    guard let size = Decimal.read(lines[1]).flatMap({ Int64(exactly: $0) }) else {
      throw bad("has a size that is no number")
    }
    guard let root = Base64Text.decode(lines[2]), root.count == 32 else {
      throw bad("has a root that is no hash")
    }
    self.init(origin: origin, size: size, root: Octets32(root))
  }

  /// The text, as it is signed.
  public var text: [UInt8] { Array("\(origin)\n\(size)\n\(Base64Text.encode(root.bytes))\n".utf8) }
}
