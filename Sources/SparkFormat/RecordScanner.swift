/// Walks over the fields of records in one pass and refuses what is torn.
struct RecordScanner {
  private let bytes: [UInt8]
  private let what: String
  private var index = 0

  /// Checks that the bytes end as a whole record does.
  init(_ bytes: [UInt8], what: String) throws(FormatError) {
    guard bytes.count >= 2, bytes[bytes.count - 1] == 0x0A, bytes[bytes.count - 2] == 0x0A else {
      throw FormatError(.malformed, what, "does not end in an empty line, so it may be torn")
    }
    self.bytes = bytes
    self.what = what
  }

  /// Whether every byte was read.
  var isAtEnd: Bool {
    index == bytes.count
  }

  /// Reads the first field, which must be `Format: <what> 1`.
  mutating func format() throws(FormatError) {
    let field = try next()
    guard let field, field.name == "Format" else {
      throw FormatError(.malformed, what, "does not begin with Format")
    }
    let value = try field.text()
    guard value != what + " 1" else { return }
    guard value.hasPrefix(what + " "),
      Decimal.read(Array(value.utf8.dropFirst(what.utf8.count + 1))[...]) != nil
    else {
      throw FormatError(.malformed, what, field: "Format", "is another kind of record")
    }
    throw FormatError(.unknownVersion, what, field: "Format", "this version is not known here")
  }

  /// The next field, or nil at the empty line that ends a record, which it steps over.
  mutating func next() throws(FormatError) -> RecordField? {
    guard index < bytes.count else { return nil }
    if bytes[index] == 0x0A {
      index += 1
      return nil
    }
    let nameStart = index
    guard (0x41...0x5A).contains(bytes[index]) else { throw fault("is no field name") }
    while RecordScanner.isNameByte(bytes[index]) { index += 1 }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    guard bytes[index] == 0x3A else { throw fault("is no field name") }
    index += 1
    if bytes[index] == 0x20 { index += 1 }
    let start = index
    try line()
    guard bytes[index] == 0x2B else {
      return RecordField(name: name, value: bytes[start..<index - 1], what: what)
    }
    var value = Array(bytes[start..<index - 1])
    while bytes[index] == 0x2B {
      index += 1
      if bytes[index] == 0x20 { index += 1 }
      value.append(0x0A)
      let start = index
      try line()
      value.append(contentsOf: bytes[start..<index - 1])
    }
    return RecordField(name: name, value: value[...], what: what)
  }

  /// Steps over the rest of a line and its line feed.
  ///
  /// The record ends in two line feeds, so a byte that is none has both ahead of it, and `index`
  /// never leaves the array.
  private mutating func line() throws(FormatError) {
    while true {
      let byte = bytes[index]
      index += 1
      if byte >= 0x20, byte != 0x7F { continue }
      guard byte == 0x0A else { throw fault("holds a control byte") }
      return
    }
  }

  private func fault(_ message: String) -> FormatError {
    let line = 1 + bytes[..<index].count { $0 == 0x0A }
    return FormatError(.malformed, what, "line \(line) \(message)")
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
