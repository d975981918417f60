extension ErasingSentence {
  /// The sentence in English.
  var english: String {
    switch self {
    case .alreadyRecorded(let capture, let name):
      "Not discarded: \(capture) is already recorded at \(name)."
    case .mayBeRecorded(let capture, let name):
      "\(capture) may already be recorded at \(name), which does not answer just now. "
        + "Nothing was changed."
    case .waitsForAnswer(let capture, let name):
      "The record of \(capture) is on its way to \(name); waiting for the answer."
    case .needsYes: "Nobody can be asked here. Discarding can't be undone: say --yes to do it."
    case .notDiscarded: "Not discarded."
    case .wouldDiscard(let capture): "Would be discarded: \(capture)"
    case .originalStays(let path):
      "\(path) is an original that stays in its inbox; remove it there yourself."
    case .nothingToDiscard(let text):
      "\(text) is no capture, no share and nothing in an inbox of this store."
    case .signedOut(let name): "Signed out of \(name)."
    case .unsentKept(let name, let count, let total):
      "Signed out of \(name). Never sent, and out of reach now: \(count). "
        + "spark-prune --discard-unsent \(total) erases \(total == 1 ? "it" : "them")."
    case .stillRecording(let name):
      "Signed out of \(name). A sender still waits for its answer; "
        + "spark-signout, run again, erases what is left."
    case .nothingToSignOutOf: "There is nothing to sign out of."
    case .pruned(let path, let size, let why): "\(path) (\(size.text)): \(why.english)"
    case .prunedInAll(let count, let size): "Pruned: \(count) (\(size.text))"
    case .pruneUnreadable(let name):
      "A record of \(name) can't be read, so no object was removed; spark-verify says which."
    case .pruneNoAnswer(let name):
      "\(name) can't be asked just now, so nothing that was sent was pruned."
    case .pruneUnconfirmed(let name, let count):
      "Not as they should be at \(name), so they stay here: \(count)"
    case .retiredUnsent(let total):
      "Signed out of and never sent: \(total). "
        + "spark-prune --discard-unsent \(total) erases \(total == 1 ? "it" : "them")."
    case .bytesPruned:
      "The bytes of this capture were pruned from this device after they were sent."
    }
  }
}
