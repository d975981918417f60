/// A key generation as a record names it: its number, its recipient, and the statement that made it.
public struct KeyPin: Hashable, Sendable {
  /// The organisation's root key (Ed25519), which signs every statement.
  public var root: Octets32
  /// The generation's number, from 1.
  public var generation: Int
  /// The generation's public key, an age recipient.
  public var recipient: String
  /// The digest of the generation's statement, byte for byte.
  public var statement: Digest

  /// Makes a pin of its values.
  public init(root: Octets32, generation: Int, recipient: String, statement: Digest) {
    self.root = root
    self.generation = generation
    self.recipient = recipient
    self.statement = statement
  }

  /// The fields of a pin, as they are met in a record.
  struct Fields {
    private var root: Octets32?
    private var generation: Int?
    private var recipient: String?
    private var statement: Digest?

    /// Takes a field if it is one of a pin's.
    mutating func read(_ field: RecordField) throws(FormatError) {
      switch field.name {
      case "Root": try field.store(try field.octets32(), in: &root)
      case "Generation": try field.store(try field.generation(), in: &generation)
      case "Recipient": try field.store(try field.text(), in: &recipient)
      case "Statement": try field.store(try field.digest(), in: &statement)
      default: break
      }
    }

    /// The pin; nil when there is none of its fields.
    func pin(_ what: String) throws(FormatError) -> KeyPin? {
      if root == nil, generation == nil, recipient == nil, statement == nil { return nil }
      return KeyPin(
        root: try RecordReader.require(root, what, "Root"),
        generation: try RecordReader.require(generation, what, "Generation"),
        recipient: try RecordReader.require(recipient, what, "Recipient"),
        statement: try RecordReader.require(statement, what, "Statement"))
    }
  }

  func append(to writer: inout RecordWriter) {
    writer.append("Root", root.hex)
    writer.append("Generation", String(generation))
    writer.append("Recipient", recipient)
    writer.append("Statement", write: statement.append)
  }
}

extension RecordField {
  func generation() throws(FormatError) -> Int {
    guard let number = Int(exactly: try count()), number >= 1 else {
      throw bad("is no generation's number")
    }
    return number
  }
}
