/// Who a register is.
public struct RegisterIdentity: Equatable, Sendable {
  private static let what = "spark-register"

  /// Its identity, written once.
  public var identity: String
  /// Whether it takes sealed copies alone.
  public var isSealed: Bool

  /// Makes a record of its values.
  public init(identity: String, isSealed: Bool = false) {
    self.identity = identity
    self.isSealed = isSealed
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var identity: String?
    var isSealed: Bool?
    try RecordReader.read(bytes, RegisterIdentity.what) { field throws(FormatError) in
      switch field.name {
      case "Identity": try field.store(try field.text(), in: &identity)
      case "Sealed": try field.store(try field.yes(), in: &isSealed)
      default: break
      }
    }
    self.isSealed = isSealed ?? false
    self.identity = try RecordReader.require(identity, RegisterIdentity.what, "Identity")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: RegisterIdentity.what + " 1")
    writer.append("Identity", identity)
    if isSealed { writer.append("Sealed", "yes") }
    return writer.finish()
  }
}
