/// One signature line of a signed note: who signed, with which key, and the bytes.
public struct NoteSignature: Hashable, Sendable {
  /// The signer's name.
  public let name: String
  /// The first four bytes of the key's hash.
  public let keyID: [UInt8]
  /// What follows them.
  public let signature: [UInt8]

  /// Makes a signature line.
  public init(name: String, keyID: [UInt8], signature: [UInt8]) {
    self.name = name
    self.keyID = keyID
    self.signature = signature
  }

  // An em dash and a blank.
  static let mark: [UInt8] = [0xE2, 0x80, 0x94, 0x20]

  init?(line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.mark) else { return nil }
    let parts = line.dropFirst(4).split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = String(validating: parts[0], as: UTF8.self),
      NoteSignature.isName(name), let blob = Base64Text.decode(parts[1]), blob.count >= 5
    else { return nil }
    self.init(name: name, keyID: Array(blob[..<4]), signature: Array(blob[4...]))
  }

  /// The line with its line feed.
  public var line: [UInt8] {
    Self.mark + Array("\(name) \(Base64Text.encode(keyID + signature))\n".utf8)
  }

  /// Whether a signer can be called this: not empty, no white space, no `+`.
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0 != "+" && $0.value >= 0x20
      }
  }
}
