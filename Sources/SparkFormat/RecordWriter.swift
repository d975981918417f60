/// Builds the bytes of one record.
///
/// Whatever it is given, the result is a record: a line feed in a value becomes a continuation
/// line, another control byte a blank, and a `\` at the end of a line gets a blank after it.
struct RecordWriter {
  private var bytes: [UInt8] = []

  init(format: String, capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
    append("Format", format)
  }

  /// Appends a field with a text.
  mutating func append(_ name: String, _ value: String) {
    append(name) { bytes in
      bytes.append(contentsOf: value.utf8)
    }
  }

  /// Appends a field with bytes.
  mutating func append(_ name: String, _ value: [UInt8]) {
    append(name) { bytes in
      bytes.append(contentsOf: value)
    }
  }

  /// Appends a field whose value `write` appends.
  mutating func append(_ name: String, write: (inout [UInt8]) -> Void) {
    assert(RecordWriter.isFieldName(name), "a field's name is [A-Z][A-Za-z0-9]*")
    bytes.append(contentsOf: name.utf8)
    bytes.append(0x3A)
    bytes.append(0x20)
    let start = bytes.count
    write(&bytes)
    mend(from: start)
    bytes.append(0x0A)
  }

  /// The record with the empty line that ends it.
  consuming func finish() -> [UInt8] {
    bytes.append(0x0A)
    return bytes
  }

  private static func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x41...0x5A).contains(first) else { return false }
    return name.utf8.allSatisfy(RecordScanner.isNameByte)
  }

  private mutating func mend(from start: Int) {
    var clean = bytes.last != 0x5C
    for index in start..<bytes.count where bytes[index] < 0x20 || bytes[index] == 0x7F {
      clean = false
      break
    }
    guard !clean else { return }
    let value = Array(bytes[start...])
    bytes.removeLast(value.count)
    for (index, byte) in value.enumerated() {
      switch byte {
      case 0x0A: bytes.append(contentsOf: [0x0A, 0x2B, 0x20])
      case 0..<0x20, 0x7F: bytes.append(0x20)
      default: bytes.append(byte)
      }
      let endsLine = index + 1 == value.count || value[index + 1] == 0x0A
      if byte == 0x5C, endsLine { bytes.append(0x20) }
    }
  }
}
