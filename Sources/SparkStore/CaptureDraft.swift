public import SparkFormat
public import SparkSystem

/// A capture whose bytes are at hand and hashed, and whose truth is drafted, about to be committed.
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

  let truth: TruthDraft

  /// Makes a draft: its truth is written on the tree's file system, not flushed.
  ///
  /// `staysOpen` lets it hold a descriptor until it ends, which is faster.
  public init(
    _ record: CaptureRecord, in tree: EndpointTree, source: Source, staysOpen: Bool = false,
    isIntact: @escaping @Sendable () -> Bool = { true },
    settle: @escaping @Sendable (_ alone: Bool) throws(SparkError) -> Void
  ) throws(SparkError) {
    self.record = record
    self.source = source
    self.isIntact = isIntact
    self.settle = settle
    truth = try TruthDraft(record, in: tree.tmp, staysOpen: staysOpen)
  }
}
