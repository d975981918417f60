public import SparkFormat

/// What stops a capture, or the whole list, on its way.
public enum Answer: Sendable {
  /// The endpoint does not answer: the whole list waits, and no row is counted.
  case weather(Sentence)
  /// The endpoint says no to everything: a person must look; the rows stay where they are.
  case verdict(Sentence)
  /// This capture cannot go until a person does something.
  case blocked(Reason, Sentence)
  /// This capture failed by itself, though there was a connection: it counts an attempt.
  case failed(String)
  /// Its sealed copy is not what it was, and it has to be sealed again.
  case sealAgain

  /// Whether it is about what is here: an object that is gone or damaged.
  var isAboutTheSource: Bool {
    if case .blocked(.damaged, _) = self { return true }
    if case .blocked(.fileLost, _) = self { return true }
    return false
  }

  /// Whether it concerns the endpoint and not one capture.
  var stopsAll: Bool {
    switch self {
    case .weather, .verdict: true
    case .blocked, .failed, .sealAgain: false
    }
  }
}
