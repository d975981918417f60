/// A C2SP signed note: a text and the lines of those who signed it.
public struct SignedNote: Equatable, Sendable {
  private static let what = "signed note"
  // The format asks for at least 16; more are only of use to who wants to keep a reader busy.
  private static let mostSignatures = 100

  /// The signed text, which ends in a line feed.
  public let text: [UInt8]
  /// The signatures in their order.
  public var signatures: [NoteSignature]

  /// Makes a note.
  public init(text: [UInt8], signatures: [NoteSignature]) {
    self.text = text
    self.signatures = signatures
  }

  /// Reads a note: the text ends at the last empty line.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    func bad(_ message: String) -> FormatError { FormatError(.malformed, SignedNote.what, message) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw bad("is not UTF-8") }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }) else {
      throw bad("holds a control byte")
    }
    guard bytes.last == 0x0A,
      let split = (0..<max(0, bytes.count - 1)).last(where: {
        bytes[$0] == 0x0A && bytes[$0 + 1] == 0x0A
      }), split > 0
    else { throw bad("has no empty line before its signatures") }
    text = Array(bytes[...split])
    var signatures: [NoteSignature] = []
    for line in bytes[(split + 2)...].dropLast().split(
      separator: 0x0A, omittingEmptySubsequences: false)
    {
      guard let signature = NoteSignature(line: line) else {
        throw bad("has a line that is no signature")
      }
      signatures.append(signature)
    }
    guard !signatures.isEmpty, signatures.count <= SignedNote.mostSignatures else {
      throw bad("has no signature, or too many")
    }
    self.signatures = signatures
  }

  /// The note's bytes.
  public var serialized: [UInt8] {
    signatures.reduce(text + [0x0A]) { $0 + $1.line }
  }
}
