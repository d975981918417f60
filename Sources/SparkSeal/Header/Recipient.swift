/// Whom a file is sealed for: a public key, `age1…`.
///
/// Unlike an ``Identity`` it opens nothing, and may be known to anyone.
public struct Recipient: Hashable, Sendable {
  let point: [UInt8]

  static let prefix = "age"
  static let type = "X25519"
  static let info = Array("age-encryption.org/v1/X25519".utf8)

  init(point: [UInt8]) { self.point = point }

  /// Reads an `age1…` key.
  public init(parsing text: String) throws(SealError) {
    guard let (prefix, bytes) = Bech32.decode(text.utf8), prefix == Self.prefix,
      bytes.count == Curve.length, text.utf8.first == UInt8(ascii: "a")
    else { throw .header("this is not an age recipient (age1…)") }
    // A point of low order would share the same secret with everyone: sealing must not fail later.
    guard Curve.shared(.random(Curve.length), bytes) != nil else {
      throw .header("this recipient's key is of low order")
    }
    point = bytes
  }

  /// The key as text.
  public var text: String { Bech32.encode(prefix: Self.prefix, point) }

  /// The stanza that gives this recipient the file key, through a key made for this once.
  func wrap(_ fileKey: FileKey) throws(SealError) -> Stanza {
    let once = Secret.random(Curve.length)
    let share = Curve.point(of: once)
    guard let shared = Curve.shared(once, point) else {
      throw .header("this recipient's key is of low order")
    }
    let key = HMACSHA256.derive(shared, salt: share + point, info: Self.info)
    return Stanza(
      type: Self.type, arguments: [String(decoding: Base64.encode(share), as: UTF8.self)],
      body: fileKey.wrapped(under: key))
  }
}
