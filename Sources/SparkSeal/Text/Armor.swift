/// The text form of an age file, for pasting: base64 in lines of 64 between two marks.
public enum Armor {
  /// The longest run of white space that is let pass before and after.
  static let whitespaceLimit = 1024
  static let first = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
  static let last = Array("-----END AGE ENCRYPTED FILE-----".utf8)
  static let columns = 64

  /// The text of some bytes, lines ended by a line feed.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let body = Base64.encode(bytes, padded: true)
    var text = first
    for start in stride(from: 0, to: body.count, by: columns) {
      text.append(newline)
      text += body[start..<min(start + columns, body.count)]
    }
    text.append(newline)
    text += last
    text.append(newline)
    return text
  }

  /// Whether these bytes look like armor: the first mark, perhaps after white space.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.drop(while: isSpace).starts(with: first)
  }

  /// The bytes of a text; lines may end in CR LF as well.
  public static func decode(_ text: [UInt8]) throws(SealError) -> [UInt8] {
    let rest = text.drop(while: isSpace)
    guard rest.startIndex <= whitespaceLimit else { throw .armor("too much white space before it") }
    var lines = rest.split(separator: newline, omittingEmptySubsequences: false)[...]
    guard let begin = lines.popFirst(), trimmed(begin).elementsEqual(first) else {
      throw .armor("it does not begin with the first mark")
    }
    var body: [UInt8] = []
    var isLast = false
    while let line = lines.popFirst() {
      let line = trimmed(line)
      if line.elementsEqual(last) {
        let tail = Array(lines.joined(separator: CollectionOfOne(newline)))
        guard tail.allSatisfy(isSpace), tail.count <= whitespaceLimit else {
          throw .armor("something stands after the last mark")
        }
        guard let bytes = Base64.decode(body, padded: true) else {
          throw .armor("a line is not canonical base64")
        }
        return bytes
      }
      guard !isLast else { throw .armor("a line after a short one") }
      guard (1...columns).contains(line.count) else { throw .armor("an empty or too long line") }
      isLast = line.count < columns || line.last == UInt8(ascii: "=")
      body += line
    }
    throw .armor("the last mark is missing")
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
