public import SparkFormat
public import SparkSystem

/// A capture whose bytes are at hand and hashed, and whose truth stands in `tmp/`, about to be committed.
public final class CaptureDraft: Sendable {
  /// Where the bytes are.
  public enum Source: Sendable {
    /// A file outside the tree, whose very inode becomes the object; the source keeps it from changing.
    case adopted(Directory, RawPath)
    /// A copy in the tree's `tmp/`, under this name.
    case copied(RawPath)
  }

  /// The truth.
  public let record: CaptureRecord
  /// Where the bytes are.
  public let source: Source
  /// Whether the source still is what was hashed; asked at the last moment before it is linked.
  public let isIntact: @Sendable () -> Bool
  /// Flushes the bytes by themselves, where a batch is too small for a flush of everything, or reports
  /// a late write error after one.
  public let settle: @Sendable (_ alone: Bool) throws(SparkError) -> Void

  /// Makes a draft: its truth is written into the tree's `tmp/`, not flushed.
  public init(
    _ record: CaptureRecord, in tree: EndpointTree, source: Source,
    isIntact: @escaping @Sendable () -> Bool = { true },
    settle: @escaping @Sendable (_ alone: Bool) throws(SparkError) -> Void
  ) throws(SparkError) {
    self.record = record
    self.source = source
    self.isIntact = isIntact
    self.settle = settle
    try tree.tmp.createAnew(truth, record.serialized, mode: 0o444)
  }

  /// The truth's name in `tmp/`.
  var truth: RawPath { RawPath(record.id.utf8) }
}
