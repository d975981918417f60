public import SparkFormat
public import SparkSystem

/// A checkpoint whose signature was checked.
public struct SignedCheckpoint: Hashable, Sendable {
  /// What it says.
  public let checkpoint: Checkpoint
  /// The signed note, byte for byte.
  public let bytes: [UInt8]

  /// Checks a signed note with the log's key.
  public init(_ bytes: [UInt8], key: NoteKey) throws(ReceiptFlaw) {
    guard let note = try? SignedNote(parsing: bytes),
      let checkpoint = try? Checkpoint(parsing: note.text)
    else { throw .unreadable }
    guard checkpoint.origin == key.name else { throw .otherOrigin }
    guard key.verifies(note) == true else { throw .badSignature }
    self.checkpoint = checkpoint
    self.bytes = bytes
  }

  /// How many entries the log has.
  public var size: Int64 { checkpoint.size }
  /// The root of the tree over them.
  public var root: Hash32 { checkpoint.root.hash }

  /// The signatures of others than the log itself.
  public func others(than key: NoteKey) -> [NoteSignature] {
    guard let note = try? SignedNote(parsing: bytes) else { return [] }
    let id = key.id
    return note.signatures.filter { $0.name != key.name || $0.keyID != id }
  }
}

extension Octets32 {
  /// The bytes as a hash of a tree.
  public var hash: Hash32 { Hash32(exactly: bytes) }
}

extension Hash32 {
  /// The bytes as records hold them.
  public var octets: Octets32 { Octets32(bytes) }
}
