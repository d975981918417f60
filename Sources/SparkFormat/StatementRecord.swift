/// What an organisation says of one of its key generations, signed by its root key.
public struct StatementRecord: Equatable, Sendable {
  private static let what = "spark-statement"
  private static let signatureField = Array("\nSignature: ".utf8)
  private static let signatureDigits = 128

  /// The generation's number, from 1.
  public let generation: Int
  /// The generation's public key, an age recipient.
  public let recipient: String
  /// When the statement was made.
  public let time: Timestamp
  /// The organisation's root key (Ed25519), which has signed the statement.
  public let root: Octets32
  /// The digest of the statement before this one; nil in the first.
  public let previous: Digest?
  /// The Ed25519 signature, 64 bytes.
  public let signature: [UInt8]
  /// The bytes that the signature is over: all before the line `Signature`, as they were read.
  public let signed: [UInt8]

  /// Makes a statement; `sign` is given the bytes to sign and answers with 64.
  public init(
    generation: Int, recipient: String, time: Timestamp, root: Octets32, previous: Digest?,
    sign: ([UInt8]) -> [UInt8]
  ) {
    self.generation = generation
    self.recipient = recipient
    self.time = time
    self.root = root
    self.previous = previous
    var writer = RecordWriter(format: StatementRecord.what + " 1", capacity: 1024)
    writer.append("Generation", String(generation))
    writer.append("Recipient", recipient)
    writer.append("Time", write: time.append)
    writer.append("Root", root.hex)
    if let previous { writer.append("Previous", write: previous.append) }
    // Without the empty line that would end the record here.
    signed = writer.finish().dropLast()
    signature = sign(signed)
  }

  /// Reads the record; its last line must be the signature.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var generation: Int?
    var recipient: String?
    var time: Timestamp?
    var root: Octets32?
    var previous: Digest?
    var signature: [UInt8]?
    try RecordReader.read(bytes, StatementRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Generation": try field.store(try field.generation(), in: &generation)
      case "Recipient": try field.store(try field.text(), in: &recipient)
      case "Time": try field.store(try field.time(), in: &time)
      case "Root": try field.store(try field.octets32(), in: &root)
      case "Previous": try field.store(try field.digest(), in: &previous)
      case "Signature": try field.store(try field.signature(), in: &signature)
      default: break
      }
    }
    self.generation = try RecordReader.require(generation, StatementRecord.what, "Generation")
    self.recipient = try RecordReader.require(recipient, StatementRecord.what, "Recipient")
    self.time = try RecordReader.require(time, StatementRecord.what, "Time")
    self.root = try RecordReader.require(root, StatementRecord.what, "Root")
    self.previous = previous
    self.signature = try RecordReader.require(signature, StatementRecord.what, "Signature")
    // Nothing may stand behind the signature, since it would not be signed.
    let end = bytes.count - 2 - StatementRecord.signatureDigits
    let start = end - StatementRecord.signatureField.count
    guard start >= 0, bytes[start..<end].elementsEqual(StatementRecord.signatureField) else {
      throw FormatError(
        .malformed, StatementRecord.what, field: "Signature", "is not the last line")
    }
    signed = Array(bytes[...start])
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var bytes = signed
    bytes.append(contentsOf: StatementRecord.signatureField.dropFirst())
    for byte in signature { Hex.append(UInt64(byte), digits: 2, to: &bytes) }
    bytes.append(contentsOf: [0x0A, 0x0A])
    return bytes
  }

  /// The records of a file that may hold several, byte for byte, each with the empty line that ends it.
  public static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var records: [[UInt8]] = []
    var start = 0
    for index in bytes.indices.dropFirst() where bytes[index] == 0x0A && bytes[index - 1] == 0x0A {
      records.append(Array(bytes[start...index]))
      start = index + 1
    }
    if start < bytes.count { records.append(Array(bytes[start...])) }
    return records
  }

  /// Whether a file begins as a statement does, whatever its version.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "Format: \(what) ".utf8)
  }
}

extension RecordField {
  fileprivate func signature() throws(FormatError) -> [UInt8] {
    guard value.count == 128 else { throw bad("is not 128 hexadecimal digits") }
    var bytes: [UInt8] = []
    for place in stride(from: value.startIndex, to: value.endIndex, by: 2) {
      guard let byte = Hex.read(value, at: place, digits: 2) else {
        throw bad("is not 128 hexadecimal digits")
      }
      bytes.append(UInt8(byte))
    }
    return bytes
  }
}
