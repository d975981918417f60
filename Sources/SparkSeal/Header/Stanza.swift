/// One way to the file key: a type, arguments and a body, as a recipient's tool wrote them.
public struct Stanza: Hashable, Sendable {
  /// The type, the first argument: `X25519`, `scrypt`, or one that nobody here knows.
  public let type: String
  /// The other arguments.
  public let arguments: [String]
  /// The bytes below the line.
  public let body: [UInt8]

  /// Makes a stanza; type and arguments are words of visible ASCII, at least one character each.
  public init(type: String, arguments: [String], body: [UInt8]) {
    self.type = type
    self.arguments = arguments
    self.body = body
  }

  /// Whether it can be written so that it reads the same.
  var isWritable: Bool {
    ([type] + arguments).allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
  }

  static let prefix = Array("-> ".utf8)
  /// Characters in a full line of the body; the last line is always a shorter one.
  static let columns = 64

  /// Its lines in a header.
  var encoded: [UInt8] {
    var text = Self.prefix
    text += type.utf8
    for argument in arguments {
      text.append(UInt8(ascii: " "))
      text += argument.utf8
    }
    text.append(UInt8(ascii: "\n"))
    let lines = Base64.encode(body)
    for start in stride(from: 0, through: lines.count, by: Self.columns) {
      text += lines[start..<min(start + Self.columns, lines.count)]
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
