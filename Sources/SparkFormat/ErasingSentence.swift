/// What Spark says when something is discarded, signed out of or pruned.
///
/// The text in each language stands in a file of its own.
public enum ErasingSentence: Hashable, Sendable {
  // Discarding.

  /// It has a receipt, or the other side has its record.
  case alreadyRecorded(capture: String, name: String)
  /// Nobody can say just now whether the other side has its record.
  case mayBeRecorded(capture: String, name: String)
  /// A sender is waiting for the other side's answer.
  case waitsForAnswer(capture: String, name: String)
  /// Nobody is there to be asked.
  case needsYes
  /// Somebody was asked and did not agree.
  case notDiscarded
  /// What would be discarded.
  case wouldDiscard(String)
  /// Originals that stay in their inbox are a person's own.
  case originalStays(String)
  /// Nothing of this name can be discarded.
  case nothingToDiscard(String)

  // Signing out.

  /// It is left and erased.
  case signedOut(name: String)
  /// It is left, and so much was never sent; all that was left so adds up to `total`.
  case unsentKept(name: String, count: Int, total: Int)
  /// It is left, and a sender is still at it.
  case stillRecording(name: String)
  /// There is no endpoint, and nothing kept for one.
  case nothingToSignOutOf

  // Pruning.

  /// One thing that goes, and why.
  case pruned(path: String, size: ByteCount, why: PruneReason)
  /// All that went.
  case prunedInAll(count: Int, size: ByteCount)
  /// Nobody knows what is named.
  case pruneUnreadable(name: String)
  /// The endpoint cannot be asked.
  case pruneNoAnswer(name: String)
  /// The endpoint does not hold so many objects as it should.
  case pruneUnconfirmed(name: String, count: Int)
  /// So much was never sent in what was signed out of.
  case retiredUnsent(Int)
  /// The bytes were pruned after they had been sent.
  case bytesPruned
}
