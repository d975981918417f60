public import SparkFormat
internal import SparkSystem
internal import Synchronization

/// Checks receipts against the key that signs a register's log; offline, and without the log.
///
/// Receipts of one batch carry the same checkpoint, whose signature is checked once.
public final class ReceiptCheck: Sendable {
  private let pin: String?
  private let last = Mutex<(key: NoteKey, note: [UInt8], checkpoint: SignedCheckpoint)?>(nil)

  /// Checks with the key that has this text form; without one, with the key that each receipt names.
  public init(pin: String?) { self.pin = pin }

  /// What a receipt proves.
  public struct Proven: Sendable {
    /// The key that signed.
    public let key: NoteKey
    /// The entry.
    public let entry: TrailEntry
    /// The entry's place in the log.
    public let index: Int64
    /// The checkpoint that the proof leads to.
    public let checkpoint: SignedCheckpoint
  }

  /// Checks everything that a receipt says against what is signed.
  public func check(_ receipt: ReceiptRecord) throws(ReceiptFlaw) -> Proven {
    guard let trail = receipt.trail else { throw .noProof }
    if let pin, pin != trail.key { throw .otherKey }
    guard let key = NoteKey(trail.key), key.kind == .log,
      let entry = try? TrailEntry(parsing: trail.entry), entry.line == trail.entry,
      let proof = try? InclusionProof(parsing: trail.proof), proof.serialized == trail.proof
    else { throw .unreadable }
    guard RegisterLayout.identity(origin: key.name) == receipt.register else { throw .otherOrigin }
    guard entry.event == .recorded, entry.record == receipt.record, entry.object == receipt.object,
      entry.tag == receipt.tag, entry.id == (receipt.tag == nil ? receipt.id : nil),
      entry.time.text == receipt.time.text, receipt.kind == EndpointKind.directory.rawValue
    else { throw .entryOfOther }
    let checkpoint = try checked(proof.checkpoint, key)
    let root = Merkle.root(
      of: Merkle.leaf(trail.entry), at: proof.index, size: checkpoint.size,
      proof.hashes.map(\.hash))
    guard root == checkpoint.root else { throw .badProof }
    return Proven(key: key, entry: entry, index: proof.index, checkpoint: checkpoint)
  }

  private func checked(_ note: [UInt8], _ key: NoteKey) throws(ReceiptFlaw) -> SignedCheckpoint {
    if let known = last.withLock({ $0 }), known.key == key, known.note == note {
      return known.checkpoint
    }
    let checkpoint = try SignedCheckpoint(note, key: key)
    last.withLock { $0 = (key, note, checkpoint) }
    return checkpoint
  }
}
