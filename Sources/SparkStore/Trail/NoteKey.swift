public import SparkFormat
internal import SparkSystem

/// The public half of a key that signs notes, in its text form: `name+hash+base64`.
public struct NoteKey: Hashable, Sendable {
  /// What a key signs.
  public enum Kind: UInt8, Sendable {
    /// Ed25519 over the note's text.
    case log = 1
    /// Ed25519 over the note's text and the time of a witness (C2SP tlog-cosignature).
    case witness = 4
  }

  /// The signer's name.
  public let name: String
  /// What it signs.
  public let kind: Kind
  /// The Ed25519 key, 32 bytes.
  public let publicKey: [UInt8]

  /// Makes the key of its parts.
  public init(name: String, kind: Kind, publicKey: [UInt8]) {
    self.name = name
    self.kind = kind
    self.publicKey = publicKey
  }

  /// Reads the text form; nil for anything else, and for a hash that is not the key's.
  public init?(_ text: String) {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, NoteSignature.isName(String(parts[0])),
      let bytes = Base64Text.decode(parts[2].utf8), bytes.count == 33,
      let kind = Kind(rawValue: bytes[0])
    else { return nil }
    self.init(name: String(parts[0]), kind: kind, publicKey: Array(bytes[1...]))
    guard hash == parts[1] else { return nil }
  }

  /// The first four bytes of the key's hash, which signatures carry.
  public var id: [UInt8] {
    let text = Array("\(name)\n".utf8) + [kind.rawValue] + publicKey
    return Array(SHA256.hash(text).bytes[..<4])
  }

  private var hash: String {
    id.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  /// The text form.
  public var text: String {
    "\(name)+\(hash)+\(Base64Text.encode([kind.rawValue] + publicKey))"
  }

  /// What a witness signs: the time and the note's text.
  public static func witnessed(_ text: [UInt8], time: Int64) -> [UInt8] {
    Array("cosignature/v1\ntime \(time)\n".utf8) + text
  }

  /// Whether the note carries a signature of this key; nil where it carries none, and false where one
  /// is wrong.
  public func verifies(_ note: SignedNote) -> Bool? {
    let id = id
    let mine = note.signatures.filter { $0.name == name && $0.keyID == id }
    if mine.isEmpty { return nil }
    return mine.allSatisfy { verifies($0.signature, of: note.text) }
  }

  private func verifies(_ signature: [UInt8], of text: [UInt8]) -> Bool {
    switch kind {
    case .log: return Ed25519.verifies(signature, of: text, by: publicKey)
    case .witness:
      guard signature.count == 72 else { return false }
      let time = signature[..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      guard let time = Int64(exactly: time) else { return false }
      return Ed25519.verifies(
        Array(signature[8...]), of: Self.witnessed(text, time: time), by: publicKey)
    }
  }
}
