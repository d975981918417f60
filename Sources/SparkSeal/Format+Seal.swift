internal import SparkFormat
internal import SparkSystem

// SparkStore has these for the modules above it; this one stands beside it.

extension KeySentence {
  private static let language = Language.from { Environment.text($0) }

  /// The sentence in this process's language.
  var text: String { text(Self.language) }
}

extension RawPath {
  /// The path as records and terminals show it.
  var display: String { FilePath(Array(bytes)).encoded }
}

extension SparkError {
  /// An error with a sentence about keys.
  init(_ code: Code, _ operation: String, _ path: RawPath, _ sentence: KeySentence) {
    self.init(code, operation, path, sentence.text)
  }
}

extension Timestamp {
  /// The time now, with the offset of the place.
  static func here() -> Timestamp {
    let now = Clock.now()
    return Timestamp(
      seconds: now.seconds, nanoseconds: now.nanoseconds, offset: Clock.offset(at: now.seconds))
  }
}
