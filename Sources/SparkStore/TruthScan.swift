public import SparkFormat
public import SparkSystem

/// Reads all truths of a tree with what stands beside them, and later, while nobody is in a step, those
/// that came meanwhile.
///
/// A month whose directory did not change since it was read has none, so the second look costs next to
/// nothing however many captures there are.
public final class TruthScan {
  /// A truth and what stands beside it.
  public struct Seen: Sendable {
    /// The truth.
    public let record: CaptureRecord
    /// Its bytes.
    public let bytes: [UInt8]
    /// The month it stands in, as `yyyy/mm`.
    public let month: String
    /// Its receipt; nil while it is held.
    public let receipt: ReceiptRecord?
    /// Its sealed copy.
    public let sealed: SealedRecord?
  }

  private struct Month {
    let changed: FileStatus.Time
    let truths: [CaptureID]
  }

  private enum Look: Sendable {
    case seen(Seen)
    case gone
    case unreadable
  }

  // The kernel's clock for files is coarse, so what changed just now may change once more unseen.
  private static let coarse: Int64 = 2

  private let tree: EndpointTree
  private let captures: Captures
  private var months: [String: Month] = [:]
  /// Whether every record could be read: only then is it known what is named.
  public private(set) var isWhole = true

  /// Prepares to read this tree.
  public init(_ tree: EndpointTree) {
    self.tree = tree
    captures = Captures(tree)
  }

  /// Reads what came since the last call, all of it at the first one.
  ///
  /// A capture whose sealed copy may have been replaced meanwhile is handed on once more.
  public func read(_ visit: (Seen) throws(SparkError) -> Void) throws(SparkError) {
    for name in try captures.months() {
      let month = try captures.month(name)
      let now = Clock.now().seconds
      let changed = try month.status().modified
      let before = months[name]
      if let before, before.changed == changed { continue }
      let names = try MonthNames(month)
      let known = Set(before?.truths ?? [])
      let sealed = Set(before == nil ? [] : names.sealed)
      let wanted = names.truths.filter { !known.contains($0) || sealed.contains($0) }
      try read(wanted, names, name, month, visit)
      let isSettled = changed.seconds < now - Self.coarse
      months[name] = Month(
        changed: isSettled ? changed : FileStatus.Time(seconds: 0, nanoseconds: -1),
        truths: names.truths)
    }
  }

  private func read(
    _ ids: [CaptureID], _ names: MonthNames, _ name: String, _ month: Directory,
    _ visit: (Seen) throws(SparkError) -> Void
  ) throws(SparkError) {
    let sealed = Set(names.sealed)
    for start in stride(from: 0, to: ids.count, by: 2048) {
      let part = Array(ids[start..<min(start + 2048, ids.count)])
      let isSent = part.map(names.hasReceipt)
      let isSealed = part.map(sealed.contains)
      let looks = Workers.map(part.count, context: {}) { _, place in
        Self.look(part[place], name, month, isSent: isSent[place], isSealed: isSealed[place])
      }
      for look in looks {
        switch look {
        case .seen(let seen): try visit(seen)
        case .gone: continue
        case .unreadable: isWhole = false
        }
      }
    }
  }

  private static func look(
    _ id: CaptureID, _ name: String, _ month: Directory, isSent: Bool, isSealed: Bool
  ) -> Look {
    do throws(SparkError) {
      guard let bytes = try month.contentsIfAny(RawPath(id.utf8), limit: 1 << 20) else {
        return .gone
      }
      guard let record = try? CaptureRecord(parsing: bytes), record.id == id else {
        return .unreadable
      }
      var receipt: ReceiptRecord?
      var sealed: SealedRecord?
      if isSent {
        let bytes = try month.contents(RawPath(TreeLayout.receiptName(id)), limit: 1 << 20)
        // One that cannot be read proves nothing: the capture counts as held.
        receipt = try? ReceiptRecord(parsing: bytes)
      }
      if isSealed,
        let bytes = try month.contentsIfAny(RawPath(TreeLayout.sealedName(id)), limit: 1 << 20)
      {
        guard let record = try? SealedRecord(parsing: bytes) else { return .unreadable }
        sealed = record
      }
      return .seen(
        Seen(record: record, bytes: bytes, month: name, receipt: receipt, sealed: sealed))
    } catch { return .unreadable }
  }
}
