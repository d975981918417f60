/// Any record: named values in their order.
///
/// The kinds that Spark knows have types of their own; this one reads and writes all others.
public struct Record: Sendable {
  /// The fields in their order, `Format` first.
  public private(set) var fields: [(name: String, value: [UInt8])]

  /// Begins a record of a kind and version such as `spark-note 1`.
  public init(format: String) {
    fields = [("Format", Array(format.utf8))]
  }

  private init(fields: [(name: String, value: [UInt8])]) {
    self.fields = fields
  }

  /// Appends a field with a text.
  public mutating func append(_ name: String, _ value: String) {
    fields.append((name, Array(value.utf8)))
  }

  /// Appends a field with bytes.
  public mutating func append(_ name: String, bytes: [UInt8]) {
    fields.append((name, bytes))
  }

  /// Appends a field if there is a value.
  public mutating func appendOptional(_ name: String, _ value: String?) {
    if let value { append(name, value) }
  }

  /// The first value of that name, if it is valid UTF-8.
  public subscript(name: String) -> String? {
    bytes(name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes of the first value of that name.
  public func bytes(_ name: String) -> [UInt8]? {
    fields.first { $0.name == name }?.value
  }

  /// All values of that name that are valid UTF-8.
  public func all(_ name: String) -> [String] {
    fields.compactMap { field in
      field.name == name ? String(validating: field.value, as: UTF8.self) : nil
    }
  }

  /// Reads one whole record of a kind, version 1.
  ///
  /// A torn one is refused: its last bytes must be an empty line.
  public static func parse(_ bytes: [UInt8], expecting what: String) throws(FormatError) -> Record {
    var scanner = try RecordScanner(bytes, what: what)
    let record = try one(&scanner, what)
    guard scanner.isAtEnd else {
      throw FormatError(.malformed, what, "goes on after its empty line")
    }
    return record
  }

  /// Reads any number of whole records of a kind, each ended by an empty line.
  public static func parseMany(
    _ bytes: [UInt8], expecting what: String
  ) throws(FormatError) -> [Record] {
    guard !bytes.isEmpty else { return [] }
    var scanner = try RecordScanner(bytes, what: what)
    var records: [Record] = []
    while !scanner.isAtEnd { records.append(try one(&scanner, what)) }
    return records
  }

  /// The bytes of a record that a person wrote, made strict.
  ///
  /// Comment lines, carriage returns and blanks at the end of a line go, empty lines as well, and
  /// the empty line at the end is added.
  public static func tidied(_ bytes: [UInt8]) -> [UInt8] {
    var tidy: [UInt8] = []
    for line in bytes.split(separator: 0x0A) where line.first != 0x23 {
      let kept = line.reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.reversed()
      guard !kept.isEmpty else { continue }
      tidy.append(contentsOf: kept)
      tidy.append(0x0A)
    }
    tidy.append(0x0A)
    return tidy
  }

  /// The record with the empty line that ends it.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: self["Format"] ?? "")
    for field in fields.dropFirst() { writer.append(field.name, field.value) }
    return writer.finish()
  }

  private static func one(
    _ scanner: inout RecordScanner, _ what: String
  ) throws(FormatError) -> Record {
    try scanner.format()
    var fields: [(name: String, value: [UInt8])] = [("Format", Array("\(what) 1".utf8))]
    while let field = try scanner.next() { fields.append((field.name, Array(field.value))) }
    return Record(fields: fields)
  }
}
