/// Writes JSON in one way only: no spaces, members in the order they are given, whole numbers.
///
/// Characters that a terminal would obey are escaped too, so JSON can be looked at safely.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public private(set) var text = ""
  private var needsComma = false

  /// Starts with nothing.
  public init() {}

  /// Writes an object as the whole document or as the next element of an array.
  public mutating func object<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nest("{", "}", body)
  }

  /// Writes an array as the whole document or as the next element of an array.
  public mutating func array<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nest("[", "]", body)
  }

  /// Writes a member that is an object.
  public mutating func object<Failure: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    name(key)
    try nest("{", "}", body)
  }

  /// Writes a member that is an array.
  public mutating func array<Failure: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    name(key)
    try nest("[", "]", body)
  }

  /// Writes a member that is text, or null.
  public mutating func member(_ key: String, _ value: String?) {
    name(key)
    element(value)
  }

  /// Writes a member that is a whole number.
  public mutating func member(_ key: String, _ value: some FixedWidthInteger) {
    name(key)
    element(value)
  }

  /// Writes a member that is a whole number, or null.
  public mutating func member(_ key: String, _ value: (some FixedWidthInteger)?) {
    if let value { member(key, value) } else { null(key) }
  }

  /// Writes a member that is true or false.
  public mutating func member(_ key: String, _ value: Bool) {
    name(key)
    element(value)
  }

  /// Writes a member that is null.
  public mutating func null(_ key: String) {
    name(key)
    element(nil)
  }

  /// Writes the next element of an array: text, or null.
  public mutating func element(_ value: String?) {
    if let value { put(Self.quoted(value)) } else { put("null") }
  }

  /// Writes the next element of an array: a whole number.
  public mutating func element(_ value: some FixedWidthInteger) { put("\(value)") }

  /// Writes the next element of an array: true or false.
  public mutating func element(_ value: Bool) { put(value ? "true" : "false") }

  private mutating func nest<Failure: Error>(
    _ open: String, _ close: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    put(open)
    needsComma = false
    try body(&self)
    text += close
    needsComma = true
  }

  private mutating func name(_ key: String) {
    put(Self.quoted(key) + ":")
    needsComma = false
  }

  private mutating func put(_ token: String) {
    if needsComma { text += "," }
    text += token
    needsComma = true
  }

  private static func quoted(_ value: String) -> String {
    var quoted = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where Printable.isHostile(scalar):
        quoted += "\\u" + Printable.hexadecimal(scalar.value, digits: 4)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
