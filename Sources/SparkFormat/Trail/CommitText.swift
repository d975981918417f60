/// What one append added to a log: the sizes before and after it, the root after it, and the entries.
///
/// It stands in `log/commit/` under the size before, where only one can be made.
public struct CommitText: Equatable, Sendable {
  private static let what = "spark-commit"
  private static let first = Array("spark-commit 1".utf8)

  /// The size before.
  public let before: Int64
  /// The root after it.
  public let root: Octets32
  /// The entries, one line each.
  public let entries: [[UInt8]]

  /// Makes a commit.
  public init(before: Int64, root: Octets32, entries: [[UInt8]]) {
    self.before = before
    self.root = root
    self.entries = entries
  }

  /// The size after it.
  public var after: Int64 { before + Int64(entries.count) }

  /// Reads a commit.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    func bad(_ message: String) -> FormatError { FormatError(.malformed, CommitText.what, message) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count >= 4, lines[0].elementsEqual(CommitText.first), lines.last?.isEmpty == true
    else { throw bad("does not begin or end as one") }
    let words = lines[1].split(separator: 0x20)
    guard words.count == 3, let before = Decimal.read(words[0]).flatMap({ Int64(exactly: $0) }),
      let after = Decimal.read(words[1]).flatMap({ Int64(exactly: $0) }),
      let root = Base64Text.decode(words[2]), root.count == 32
    else { throw bad("does not say its sizes and its root") }
    let entries = lines[2...].dropLast().map { Array($0) }
    guard after - before == Int64(entries.count), entries.allSatisfy({ !$0.isEmpty }) else {
      throw bad("does not hold the entries that it says")
    }
    self.init(before: before, root: Octets32(root), entries: entries)
  }

  /// The commit's bytes.
  public var serialized: [UInt8] {
    var bytes = CommitText.first
    bytes += "\n\(before) \(after) \(Base64Text.encode(root.bytes))\n".utf8
    for entry in entries {
      bytes += entry
      bytes.append(0x0A)
    }
    return bytes
  }
}
