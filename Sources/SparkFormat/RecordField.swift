/// One field as it was read, with the ways to understand its value.
struct RecordField {
  let name: String
  let value: ArraySlice<UInt8>
  let what: String

  func text() throws(FormatError) -> String {
    guard let text = String(validating: value, as: UTF8.self) else { throw bad("is not UTF-8") }
    return text
  }

  func id() throws(FormatError) -> CaptureID {
    guard let id = CaptureID(utf8: value) else { throw bad("is no id") }
    return id
  }

  func digest() throws(FormatError) -> Digest {
    guard let digest = Digest(utf8: value) else { throw bad("is no digest") }
    return digest
  }

  func time() throws(FormatError) -> Timestamp {
    guard let time = Timestamp(utf8: value) else { throw bad("is no time") }
    return time
  }

  func count() throws(FormatError) -> Int64 {
    guard let count = Decimal.read(value).flatMap({ Int64(exactly: $0) }) else {
      throw bad("is no count")
    }
    return count
  }

  func inode() throws(FormatError) -> UInt64 {
    guard let inode = Decimal.read(value) else { throw bad("is no inode number") }
    return inode
  }

  func endpointKind() throws(FormatError) -> EndpointKind {
    guard let kind = EndpointKind(rawValue: try text()) else { throw bad("is no kind of endpoint") }
    return kind
  }

  func ceiling() throws(FormatError) -> Ceiling {
    guard let ceiling = Ceiling(try text()) else { throw bad("is neither a count nor none") }
    return ceiling
  }

  func address() throws(FormatError) -> Address {
    do {
      return try Address(parsing: Array(value))
    } catch {
      throw bad(error.message)
    }
  }

  func fileName() throws(FormatError) -> FileName {
    guard let name = FileName(encoded: value) else { throw bad("has a broken escape") }
    return name
  }

  func filePath() throws(FormatError) -> FilePath {
    guard let path = FilePath(encoded: value), !path.bytes.isEmpty else { throw bad("is no path") }
    return path
  }

  /// A path below an inbox; empty for the inbox itself.
  func pathBelow() throws(FormatError) -> FilePath {
    guard let path = FilePath(encoded: value) else { throw bad("is no path") }
    return path
  }

  func absolutePath() throws(FormatError) -> FilePath {
    let path = try filePath()
    guard path.isAbsolute else { throw bad("is not absolute") }
    return path
  }

  func yes() throws(FormatError) -> Bool {
    if value.elementsEqual("yes".utf8) { return true }
    guard value.elementsEqual("no".utf8) else { throw bad("is neither yes nor no") }
    return false
  }

  func state() throws(FormatError) -> State {
    guard let state = State(rawValue: try text()) else { throw bad("is no state") }
    return state
  }

  func reason() throws(FormatError) -> Reason {
    guard let reason = Reason(rawValue: try text()) else { throw bad("is no reason") }
    return reason
  }

  /// `seconds.nanoseconds`, as a file's times are remembered.
  func fileTime() throws(FormatError) -> FileTime {
    guard let dot = value.firstIndex(of: 0x2E), value.endIndex - dot == 10,
      let seconds = Decimal.readSigned(value[..<dot])
    else { throw bad("is no file time") }
    var digits = DigitReader(value[(dot + 1)...])
    guard let nanoseconds = digits.digits(9) else { throw bad("is no file time") }
    return FileTime(seconds: seconds, nanoseconds: Int32(nanoseconds))
  }

  func bad(_ message: String) -> FormatError {
    FormatError(.badValue, what, field: name, message)
  }

  /// Puts what was read where it belongs, once.
  func store<Value>(_ value: Value, in place: inout Value?) throws(FormatError) {
    guard place == nil else {
      throw FormatError(.duplicateField, what, field: name, "is there twice")
    }
    place = value
  }
}
