public import SparkFormat
public import SparkSystem

/// Finds the truth behind a row without looking through the months, where that is possible.
public struct TruthFinder: Sendable {
  private let tree: EndpointTree

  /// Finds truths of this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// The truth of a row with these bytes; nil when there is none.
  ///
  /// A fresh row is a link of the truth; one that has a story is not, but then its marker says when the
  /// capture was.
  public func find(_ id: CaptureID, row: [UInt8]) throws(SparkError) -> (
    bytes: [UInt8], record: CaptureRecord
  )? {
    for hint in [row, try tree.held.contentsIfAny(RawPath(id.utf8), limit: 1 << 20) ?? []] {
      guard let record = try? CaptureRecord(parsing: hint), record.id == id else { continue }
      let path = RawPath(TreeLayout.truth(id, record.time))
      guard let bytes = try tree.root.contentsIfAny(path, limit: 1 << 20) else { continue }
      if bytes == hint { return (bytes, record) }
      if let record = try? CaptureRecord(parsing: bytes) { return (bytes, record) }
    }
    return try Captures(tree).find(id).map { ($0.bytes, $0.record) }
  }
}
