extension TrailSentence {
  /// The sentence in English.
  var english: String {
    switch self {
    case .rolledBack(let name, let size, let seen):
      "\(name) has forgotten what it recorded: its log had \(seen) entries and now has \(size). "
        + "If it was restored from its own backup, run spark-endpoint accept-rollback."
    case .forked(let name):
      "\(name) has rewritten its log: it no longer begins with what this device has seen of it. "
        + "Find out who changed it before anything else is sent there."
    case .logGone(let name): "\(name) had a log and has none any more."
    case .otherKey(let name):
      "\(name) signs with another key than the one this device knows it by."
    case .badReceipt(let name, let why):
      "The receipt that \(name) gave proves nothing: \(why.text(.english))."
    case .pinned(let name, let key): "\(name) signs with \(key)"
    case .logDamaged(let path): "The log is damaged: \(path) is missing or not what was signed."
    case .keyUnreadable(let path): "The log can't be signed: \(path) holds no key."
    case .memoryDamaged(let path):
      "\(path) is not what the register signed. Restore it from a backup, "
        + "or run spark-endpoint accept-rollback."
    case .renewed(let name, let count):
      "Receipts from \(name) that now prove what they say: \(count)"
    case .witnessed(let name, let size, let witnesses):
      "The first \(size) entries of \(name)'s log are witnessed by \(witnesses)."
    case .nothingToAccept(let name):
      "The log of \(name) goes on as it was. There is nothing to accept."
    case .heldAgain(let name, let size, let count):
      "\(name) is taken as it is now, with \(size) entries in its log. "
        + "Held again and waiting to be sent: \(count)"
    case .audit(let sentence): sentence.english
    }
  }
}
