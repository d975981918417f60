/// What Spark says to people about a register's log and what it proves.
///
/// Names and paths are given in the form that is safe to show.
public enum TrailSentence: Hashable, Sendable {
  // The register, for who sends to it.

  /// The log is shorter than it was.
  case rolledBack(name: String, size: Int64, seen: Int64)
  /// The log does not begin with what was seen of it.
  case forked(name: String)
  /// There is no log where there was one.
  case logGone(name: String)
  /// Another key signs.
  case otherKey(name: String)
  /// What it gave as a receipt proves nothing.
  case badReceipt(name: String, why: ReceiptFlaw)
  /// The key that signs for an endpoint, seen for the first time.
  case pinned(name: String, key: String)
  /// A file of a log is missing, or not what the checkpoint says.
  case logDamaged(path: String)
  /// The log cannot be signed.
  case keyUnreadable(path: String)
  /// So many receipts without a proof were replaced.
  case renewed(name: String, count: Int)

  /// So far others have signed the log.
  case witnessed(name: String, size: Int64, witnesses: String)

  /// What was remembered of a log can't be read.
  case memoryDamaged(path: String)

  // Accepting what a register has become.

  /// The log goes on as it was, so there is nothing to accept.
  case nothingToAccept(name: String)
  /// So many captures are held again.
  case heldAgain(name: String, size: Int64, count: Int)

  /// What an audit says.
  case audit(AuditSentence)

  /// The sentence in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}
