public import SparkFormat
internal import SparkSystem

/// A key that signs notes, in the text form that Go's `note` package has for it:
/// `PRIVATE+KEY+name+hash+base64`.
public struct NoteSigner: Sendable {
  private static let first = "PRIVATE+KEY+"
  /// The public half.
  public let key: NoteKey
  private let seed: [UInt8]
  private let signer: Ed25519

  /// Makes the key of a seed of 32 bytes.
  public init(name: String, kind: NoteKey.Kind, seed: [UInt8]) {
    self.seed = seed
    signer = Ed25519(seed: seed)
    key = NoteKey(name: name, kind: kind, publicKey: signer.publicKey)
  }

  /// Makes a key that nobody has.
  public static func fresh(name: String, kind: NoteKey.Kind) -> NoteSigner {
    NoteSigner(name: name, kind: kind, seed: Ed25519.freshSeed())
  }

  /// Reads the text form; nil for anything else.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.first) else { return nil }
    let parts = text.dropFirst(Self.first.count).split(
      separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, NoteSignature.isName(String(parts[0])),
      let bytes = Base64Text.decode(parts[2].utf8), bytes.count == 33,
      let kind = NoteKey.Kind(rawValue: bytes[0])
    else { return nil }
    self.init(name: String(parts[0]), kind: kind, seed: Array(bytes[1...]))
    guard self.text == text else { return nil }
  }

  /// The text form, a secret.
  public var text: String {
    let parts = key.text.split(separator: "+", maxSplits: 2)
    return "\(Self.first)\(parts[0])+\(parts[1])+\(Base64Text.encode([key.kind.rawValue] + seed))"
  }

  /// The signature line over a note's text; `time` is a witness's, in Unix seconds.
  public func sign(_ text: [UInt8], time: Int64 = 0) -> NoteSignature {
    switch key.kind {
    case .log:
      return NoteSignature(name: key.name, keyID: key.id, signature: signer.sign(text))
    case .witness:
      let stamp = (0..<8).map { UInt8(truncatingIfNeeded: time >> Int64(56 - 8 * $0)) }
      let signature = signer.sign(NoteKey.witnessed(text, time: time))
      return NoteSignature(name: key.name, keyID: key.id, signature: stamp + signature)
    }
  }
}
