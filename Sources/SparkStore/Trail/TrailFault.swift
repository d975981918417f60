/// Why a receipt proves nothing, or a log is not the one that it was.
public enum TrailFault: String, Error, CaseIterable, Sendable {
  /// The receipt has no proof.
  case noProof
  /// A part of it cannot be read.
  case unreadable
  /// The entry is about something else than the receipt says.
  case entryOfOther
  /// The log's name is not the register's.
  case otherOrigin
  /// The signing key is not the one that is known.
  case otherKey
  /// The checkpoint does not carry the key's signature, or a wrong one.
  case badSignature
  /// The hashes do not lead from the entry to the checkpoint's root.
  case badProof
  /// The log is shorter than it was.
  case rolledBack
  /// The log does not begin with what it was.
  case forked
}
