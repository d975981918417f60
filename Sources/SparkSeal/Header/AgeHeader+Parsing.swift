extension AgeHeader {
  /// Reads the header at the beginning of these bytes; only the one canonical spelling is taken.
  public init(parsing bytes: [UInt8]) throws(SealError) {
    var reader = HeaderReader(bytes)
    guard try reader.line().elementsEqual(Self.version.dropLast()) else {
      throw .header("it is not an age file of version 1")
    }
    var stanzas: [Stanza] = []
    while true {
      let line = try reader.line()
      if line.starts(with: Self.end) {
        guard !stanzas.isEmpty else { throw .header("no stanza") }
        self.init(stanzas: stanzas, code: try Self.code(line.dropFirst(Self.end.count)))
        return
      }
      stanzas.append(try Self.stanza(line, &reader))
    }
  }

  private static func code(_ rest: ArraySlice<UInt8>) throws(SealError) -> [UInt8] {
    guard rest.first == 0x20, let code = Base64.decode(rest.dropFirst()),
      code.count == HMACSHA256.length
    else { throw .header("its code is malformed") }
    return code
  }

  private static func stanza(_ line: ArraySlice<UInt8>, _ reader: inout HeaderReader)
    throws(SealError) -> Stanza
  {
    guard line.starts(with: Stanza.prefix) else { throw .header("a stanza begins otherwise") }
    var words: [String] = []
    for word in line.dropFirst(Stanza.prefix.count)
      .split(separator: 0x20, omittingEmptySubsequences: false)
    {
      guard !word.isEmpty, word.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw .header("an argument of a stanza is malformed")
      }
      words.append(String(decoding: word, as: UTF8.self))
    }
    var body: [UInt8] = []
    while true {
      let line = try reader.line()
      guard line.count <= Stanza.columns, let part = Base64.decode(line) else {
        throw .header("a stanza's body is malformed")
      }
      body += part
      if line.count < Stanza.columns { break }
    }
    return Stanza(type: words[0], arguments: Array(words[1...]), body: body)
  }
}

/// Takes lines from the beginning of some bytes.
struct HeaderReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next line without its line feed.
  mutating func line() throws(SealError) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: 0x0a) else { throw .header("it ends too early") }
    let line = rest[..<end]
    rest = rest[(end + 1)...]
    return line
  }
}
