public import SparkFormat
public import SparkStore
public import SparkSystem

/// Proofs that an entry is in what witnesses have signed.
public enum WitnessedProofs {
  /// One of them.
  public struct Proof: Sendable {
    /// The file of what the witness has signed.
    public let file: String
    /// The witness's name, as it stands in the signature.
    public let name: String
    /// The proof, with the checkpoint that the witness has signed.
    public let proof: InclusionProof
    /// How many entries the log had.
    public let size: Int64
  }

  /// The proofs of an entry, for each witness that has signed a checkpoint beyond it; those that do not lead
  /// there are left out.
  public static func all(
    _ register: RegisterDirectory, key: NoteKey, entry: [UInt8], index: Int64
  ) throws(SparkError) -> [Proof] {
    let log = try AuditPlace.log(register)
    var proofs: [Proof] = []
    for note in try WitnessNotes(log, key: key).notes {
      guard let signed = note.signed, signed.size > index,
        let witness = signed.others(than: key).first
      else { continue }
      let hashes: [Hash32]
      do { hashes = try LogReader(LogTiles(log: log), size: signed.size).inclusion(index) } catch {
        guard error.code == .damaged else { throw error }
        continue
      }
      let root = Merkle.root(of: Merkle.leaf(entry), at: index, size: signed.size, hashes)
      guard root == signed.root else { continue }
      let proof = InclusionProof(
        index: index, hashes: hashes.map(\.octets), checkpoint: signed.bytes)
      proofs.append(Proof(file: note.name, name: witness.name, proof: proof, size: signed.size))
    }
    return proofs
  }
}
