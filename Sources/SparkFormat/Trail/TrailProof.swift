/// What a receipt holds of a register's log: the key that signs it, the entry, and a `tlog-proof`.
public struct TrailProof: Equatable, Sendable {
  /// The register's public key, in the form of signed notes.
  public var key: String
  /// The line of the log, byte for byte.
  public var entry: [UInt8]
  /// The `tlog-proof`, byte for byte; it ends in a line feed.
  public var proof: [UInt8]

  /// Makes one of its values.
  public init(key: String, entry: [UInt8], proof: [UInt8]) {
    self.key = key
    self.entry = entry
    self.proof = proof
  }

  /// The fields as they are met in a record.
  struct Fields {
    private var key: String?
    private var entry: [UInt8]?
    private var proof: [UInt8]?

    mutating func read(_ field: RecordField) throws(FormatError) {
      switch field.name {
      case "RegisterKey": try field.store(try field.text(), in: &key)
      case "Entry": try field.store(Array(field.value), in: &entry)
      case "Proof": try field.store(Array(field.value) + [0x0A], in: &proof)
      default: break
      }
    }

    /// The three of them; nil when there is none.
    func proof(_ what: String) throws(FormatError) -> TrailProof? {
      if key == nil, entry == nil, proof == nil { return nil }
      return TrailProof(
        key: try RecordReader.require(key, what, "RegisterKey"),
        entry: try RecordReader.require(entry, what, "Entry"),
        proof: try RecordReader.require(proof, what, "Proof"))
    }
  }

  func append(to writer: inout RecordWriter) {
    writer.append("RegisterKey", key)
    writer.append("Entry", entry)
    // The record's own line ends stand for the proof's, the last one included.
    writer.append("Proof", Array(proof.dropLast()))
  }
}
