/// Reads a record of one kind, handing each field to its type.
enum RecordReader {
  /// Calls `field` for each field after `Format`.
  static func read(
    _ bytes: [UInt8], _ what: String, field: (RecordField) throws(FormatError) -> Void
  ) throws(FormatError) {
    var scanner = try RecordScanner(bytes, what: what)
    try read(&scanner, what, field: field)
    guard scanner.isAtEnd else {
      throw FormatError(.malformed, what, "goes on after its empty line")
    }
  }

  /// Reads the next record of several.
  static func read(
    _ scanner: inout RecordScanner, _ what: String,
    field: (RecordField) throws(FormatError) -> Void
  ) throws(FormatError) {
    try scanner.format()
    while let next = try scanner.next() { try field(next) }
  }

  /// What must be there, or the error that says it is not.
  static func require<Value>(
    _ value: Value?, _ what: String, _ field: String
  ) throws(FormatError) -> Value {
    guard let value else { throw FormatError(.missingField, what, field: field, "is missing") }
    return value
  }
}
