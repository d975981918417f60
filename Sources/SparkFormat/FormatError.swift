/// Why bytes or text are not what they should be.
public struct FormatError: Error, Equatable, Sendable {
  /// The kinds of fault, for deciding what to do.
  public enum Code: Sendable {
    /// Torn, or not of this format at all.
    case malformed
    /// A version that this program does not know.
    case unknownVersion
    /// A field that must be there is not.
    case missingField
    /// A field that may be there once is there twice.
    case duplicateField
    /// A field holds something that it can't hold.
    case badValue
  }

  /// The kind of fault.
  public let code: Code
  /// What was read, such as `spark-capture`.
  public let what: String
  /// The field at fault, where there is one.
  public let field: String?
  /// The fault in words, for a person.
  public let message: String

  /// Makes an error from its parts.
  public init(_ code: Code, _ what: String, field: String? = nil, _ message: String) {
    self.code = code
    self.what = what
    self.field = field
    self.message = message
  }

  /// One line: what, which field, and why.
  public var text: String {
    if let field { "\(what): \(field): \(message)" } else { "\(what): \(message)" }
  }
}
