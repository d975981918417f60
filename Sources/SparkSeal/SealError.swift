/// Why an age file, a key or a statement was refused: the classes that the age test vectors tell apart.
public enum SealError: Error, Hashable, Sendable {
  /// The header, a stanza or the nonce is malformed.
  case header(String)
  /// The header's code does not match: it was changed, or the key is another one.
  case code
  /// A chunk does not open, or the end is missing or followed by something.
  case payload(String)
  /// The armor around it is malformed.
  case armor(String)
  /// None of the identities or the passphrase opens it.
  case noMatch

  /// What is wrong, for a message: half a sentence.
  public var reason: String {
    switch self {
    case .header(let why), .payload(let why), .armor(let why): why
    case .code: "its header was changed"
    case .noMatch: "no key or passphrase at hand opens it"
    }
  }
}
