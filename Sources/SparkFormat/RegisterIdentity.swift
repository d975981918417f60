/// Who a register is.
public struct RegisterIdentity: Equatable, Sendable {
  private static let what = "spark-register"

  /// Its identity, written once.
  public var identity: String

  /// Makes a record of its values.
  public init(
    identity: String
  ) {
    self.identity = identity
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var identity: String?
    try RecordReader.read(bytes, RegisterIdentity.what) { field throws(FormatError) in
      switch field.name {
      case "Identity": try field.store(try field.text(), in: &identity)
      default: break
      }
    }
    self.identity = try RecordReader.require(identity, RegisterIdentity.what, "Identity")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: RegisterIdentity.what + " 1")
    writer.append("Identity", identity)
    return writer.finish()
  }
}
