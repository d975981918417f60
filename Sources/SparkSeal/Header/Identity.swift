/// A secret key, `AGE-SECRET-KEY-1…`: opens what was sealed for its recipient.
///
/// Its bytes are wiped when the last copy ends; a text made of it is not.
public struct Identity: Sendable {
  /// The public half.
  public let recipient: Recipient
  private let secret: Secret

  static let prefix = "age-secret-key-"

  private init(_ secret: Secret) {
    self.secret = secret
    recipient = Recipient(point: Curve.point(of: secret))
  }

  /// A new one.
  public static func fresh() -> Identity { Identity(.random(Curve.length)) }

  /// Reads an `AGE-SECRET-KEY-1…` key.
  public init(parsing text: String) throws(SealError) {
    guard var decoded = Bech32.decode(text.utf8), decoded.prefix == Self.prefix,
      decoded.bytes.count == Curve.length, text.utf8.first == UInt8(ascii: "A")
    else { throw .header("this is not an age identity (AGE-SECRET-KEY-1…)") }
    self.init(Secret(copying: decoded.bytes))
    wipe(&decoded.bytes)
  }

  /// The key as text, for a file that only its owner reads.
  public var text: String {
    var bytes = secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: secret.count)) }
    defer { wipe(&bytes) }
    return Bech32.encode(prefix: Self.prefix, bytes).uppercased()
  }

  /// The file key in a stanza; nil where the stanza is another's.
  ///
  /// One of our type that is malformed refuses the whole file.
  func unwrap(_ stanza: Stanza) throws(SealError) -> FileKey? {
    guard stanza.type == Recipient.type else { return nil }
    guard stanza.arguments.count == 1, let share = Base64.decode(stanza.arguments[0].utf8),
      share.count == Curve.length, stanza.body.count == FileKey.wrappedLength
    else { throw .header("an X25519 stanza is malformed") }
    guard let shared = Curve.shared(secret, share) else {
      throw .header("an X25519 share is of low order")
    }
    let key = HMACSHA256.derive(shared, salt: share + recipient.point, info: Recipient.info)
    return FileKey(unwrapping: stanza.body, under: key)
  }
}
