internal import SparkFormat
internal import SparkSystem

/// Which of some captures stand in the store already as sealed truths, as after a crash between a capture
/// and the end of its claim.
///
/// Needs the tree's shared lock: plain truths become sealed ones only under the exclusive one.
struct SealedStanding: Sendable {
  private var found: [CaptureID: Bool] = [:]

  init(_ tree: EndpointTree, _ records: [CaptureRecord], _ months: MonthDirectories)
    throws(SparkError)
  {
    guard try tree.record().prepares == .sealing else { return }
    for record in records {
      let name = RawPath(record.id.utf8)
      guard let bytes = try months[record.time].contentsIfAny(name, limit: 1 << 20),
        let truth = try? CaptureRecord(parsing: bytes), truth.isSealed
      else { continue }
      found[record.id] = try Self.isSame(record, truth, tree)
    }
  }

  /// Whether the capture's sealed truth is of the same bytes; nil when it has none.
  subscript(_ id: CaptureID) -> Bool? { found[id] }

  /// The plain digest is gone with the plain truth; the tag tells.
  private static func isSame(
    _ record: CaptureRecord, _ truth: CaptureRecord, _ tree: EndpointTree
  ) throws(SparkError) -> Bool {
    guard truth.id == record.id, truth.size == record.size else { return false }
    guard let sealed = try SealedCopies(tree).record(of: truth),
      let secret = try KeyPresence(tree: tree.record().tree).tag
    else { return true }
    return SealTags(secret).tag(record.id, record.object) == sealed.tag
  }
}
