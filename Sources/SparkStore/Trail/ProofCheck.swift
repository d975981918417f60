public import SparkFormat
internal import SparkSystem

/// Checks a bare `tlog-proof` and counts who has signed a checkpoint.
public enum ProofCheck {
  /// What a proof of an entry proves; the entry may say anything.
  public static func check(entry line: [UInt8], proof bytes: [UInt8], key: NoteKey)
    throws(ReceiptFlaw) -> ReceiptCheck.Proven
  {
    guard let entry = try? TrailEntry(parsing: line),
      let proof = try? InclusionProof(parsing: bytes)
    else { throw .unreadable }
    let checkpoint = try SignedCheckpoint(proof.checkpoint, key: key)
    let root = Merkle.root(
      of: Merkle.leaf(line), at: proof.index, size: checkpoint.size, proof.hashes.map(\.hash))
    guard root == checkpoint.root else { throw .badProof }
    return ReceiptCheck.Proven(key: key, entry: entry, index: proof.index, checkpoint: checkpoint)
  }

  /// Who has signed a checkpoint besides the log.
  public struct Signers: Sendable {
    /// How many of the witnesses that were asked for.
    public let witnesses: Int
    /// How many signatures are by others.
    public let others: Int
    /// Whether a signature of a witness that was asked for is wrong.
    public let isBad: Bool

    /// Whether nobody but the log itself is known to have signed.
    public var isSelfWitnessed: Bool { witnesses == 0 }

    /// Looks at a checkpoint whose log's signature was checked.
    public init(_ checkpoint: SignedCheckpoint, log: NoteKey, asked: [NoteKey]) {
      guard let note = try? SignedNote(parsing: checkpoint.bytes) else {
        (witnesses, others, isBad) = (0, 0, true)
        return
      }
      // The same witness named twice is one witness.
      let verdicts = Set(asked).map { $0.verifies(note) }
      witnesses = verdicts.count { $0 == true }
      isBad = verdicts.contains(false)
      others = checkpoint.others(than: log).count { signature in
        !asked.contains { $0.name == signature.name && $0.id == signature.keyID }
      }
    }
  }
}
