public import SparkFormat
internal import SparkSystem

/// What is wrong with a statement, a chain of them or a keyring.
public enum KeyFault: Error, Hashable, Sendable {
  /// The bytes cannot be read.
  case unreadable(String)
  /// The statement of this generation is signed by someone else than its root, or the root is another
  /// than the one that is known.
  case signedByOther(Int)
  /// The statement before this one is missing.
  case gap(generation: Int, missing: Int)
  /// There is another statement of this generation.
  case fork(Int)
  /// The chain ends before what was seen already.
  case behind(newest: Int, seen: Int)

  /// What to say about it; `path` is where it was read.
  public func sentence(_ path: String) -> KeySentence {
    switch self {
    case .unreadable(let why): .statementUnreadable(path: path, why: why)
    case .signedByOther(let generation): .statementOfOther(generation: generation)
    case .gap(let generation, let missing): .gap(generation: generation, missing: missing)
    case .fork(let generation): .fork(generation: generation)
    case .behind(let newest, let seen): .behind(newest: newest, seen: seen)
    }
  }

  func error(_ operation: String, _ path: RawPath) -> SparkError {
    let code: SparkError.Code = if case .behind = self { .configuration } else { .damaged }
    return SparkError(code, operation, path, sentence(path.display))
  }
}
