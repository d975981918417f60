public import SparkFormat
public import SparkSystem

/// When a tree's last receipt was stored: a note for people, that nothing depends on.
///
/// It is not flushed, so after a power loss it may name an earlier one.
public struct LastLanding {
  private let tree: EndpointTree
  private static let name = RawPath(TreeLayout.landed)

  /// The note of this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// What was noted; nil when nothing was, or the note is torn.
  public func read() throws(SparkError) -> Timestamp? {
    guard let bytes = try tree.root.contentsIfAny(Self.name, limit: 1 << 20) else { return nil }
    return (try? LandedRecord(parsing: bytes))?.time
  }

  /// Notes that a receipt was stored now.
  public func note() throws(SparkError) {
    let draft = RawPath(CaptureID.fresh().text)
    try tree.tmp.create(draft, LandedRecord(time: .now()).serialized, mode: 0o600)
    try tree.tmp.replace(draft, to: tree.root, Self.name)
  }
}
