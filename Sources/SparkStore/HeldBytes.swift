internal import SparkFormat
public import SparkSystem

/// The ledger of held bytes: signed deltas under its own lock, counted again from the markers when
/// it cannot be believed.
///
/// A crash can only make it cautious: it is added to before a truth is linked and subtracted from after
/// the receipt is durable. Adding, subtracting and removing a marker happen under the tree's shared
/// lock; counting again needs the tree's exclusive lock, so that no reservation is missed.
public struct HeldBytes: Sendable {
  let root: Directory
  let held: Directory
  let tmp: Directory

  private static let name = RawPath(TreeLayout.heldBytes)
  private static let compactAbove = 32768

  /// What a reservation said.
  public enum Reservation: Sendable {
    /// For each size, whether it fits; what fits is added to the ledger.
    case decided([Bool], held: Int64)
    /// The ledger is torn, from another boot, or would refuse: count again, then ask again.
    case countFirst
  }

  /// The sum, or nil when the ledger cannot be believed.
  public func total() throws(SparkError) -> Int64? {
    guard let bytes = try root.contentsIfAny(Self.name) else { return nil }
    return HeldLedger.sum(bytes, boot: Clock.bootID)
  }

  /// Adds what fits under the ceiling, in order.
  ///
  /// `final` says that the ledger was just counted, so a refusal may be believed. Needs the tree's
  /// shared lock until the truths are durable.
  public func reserve(_ sizes: [Int64], ceiling: Int64?, final: Bool) throws(SparkError)
    -> Reservation
  {
    let lock = try FileLock(root, Self.name, .exclusive)
    return try lock.withFile { file throws(SparkError) in
      let bytes = try file.contents()
      guard let sum = HeldLedger.sum(bytes, boot: Clock.bootID) else { return .countFirst }
      var running = sum
      var fits: [Bool] = []
      for size in sizes {
        // Sizes are what others say: a sparse file may claim all that a number can hold.
        let fit = size <= (ceiling ?? .max) - running
        if fit { running += size }
        fits.append(fit)
      }
      if fits.contains(false), !final { return .countFirst }
      try append(running - sum, sum: sum, length: bytes.count, file)
      return .decided(fits, held: running)
    }
  }

  /// Subtracts what is no longer held, or gives a reservation back.
  ///
  /// Needs the tree's shared lock.
  public func subtract(_ size: Int64) throws(SparkError) {
    let lock = try FileLock(root, Self.name, .exclusive)
    try lock.withFile { file throws(SparkError) in
      let bytes = try file.contents()
      // One that cannot be believed is counted again before it is used; nothing to subtract from.
      guard let sum = HeldLedger.sum(bytes, boot: Clock.bootID) else { return }
      try append(-size, sum: sum, length: bytes.count, file)
    }
  }

  private func append(_ delta: Int64, sum: Int64, length: Int, _ file: borrowing Descriptor)
    throws(SparkError)
  {
    if delta == 0 { return }
    if length < Self.compactAbove {
      try file.write(HeldLedger.delta(delta))
    } else {
      try replace(sum + delta)
    }
  }

  /// Counts what is held from the markers and starts the ledger anew.
  ///
  /// Needs the tree's exclusive lock. Returns the count.
  @discardableResult
  public func count() throws(SparkError) -> Int64 { try count(without: nil) }

  /// As ``count()``, without a capture whose discard is about to end.
  @discardableResult
  func count(without discarded: CaptureID?) throws(SparkError) -> Int64 {
    let lock = try FileLock(root, Self.name, .exclusive)
    return try lock.withFile { _ throws(SparkError) in
      let sum = try counted(without: discarded)
      try replace(sum)
      return sum
    }
  }

  /// What the markers add up to; a marker that cannot be read counts as nothing, and verify names it.
  public func counted() throws(SparkError) -> Int64 { try counted(without: nil) }

  private func counted(without discarded: CaptureID?) throws(SparkError) -> Int64 {
    var sum: Int64 = 0
    for name in try held.names() {
      sum = sum.addingClamped(try size(held, RawPath(name)))
    }
    // Where there was no row, the marker stands in the journal until the discard is finished.
    let journal = try root.directory(RawPath(TreeLayout.journal))
    for name in try journal.names() {
      guard let id = TreeLayout.discarded(name), id != discarded,
        try !held.exists(RawPath(id.utf8))
      else { continue }
      sum = sum.addingClamped(try size(journal, RawPath(name)))
    }
    return sum
  }

  private func size(_ directory: Directory, _ name: RawPath) throws(SparkError) -> Int64 {
    guard let bytes = try directory.contentsIfAny(name, limit: 1 << 20),
      let capture = try? CaptureRecord(parsing: bytes),
      // A marker without its truth is a claim's, whose room is asked for again.
      try root.exists(RawPath(TreeLayout.truth(capture.id, capture.time)))
    else { return 0 }
    return capture.size
  }

  private func replace(_ sum: Int64) throws(SparkError) {
    let draft = RawPath(CaptureID.fresh().text)
    let bytes = HeldLedger.start(boot: Clock.bootID) + HeldLedger.delta(sum)
    try tmp.create(draft, bytes, mode: 0o600)
    try tmp.replace(draft, to: root, Self.name)
  }
}
