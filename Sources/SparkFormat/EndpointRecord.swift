/// Who a tree's captures are for.
public struct EndpointRecord: Equatable, Sendable {
  private static let what = "spark-endpoint"

  /// The tree's own id, for life.
  public var tree: CaptureID
  /// What people call it.
  public var name: String
  /// The register's identity; nil at nowhere.
  public var identity: String?
  /// What kind of place it is.
  public var kind: EndpointKind?
  /// Where it can be reached.
  public var address: Address?
  /// How much may be held.
  public var ceiling: Ceiling

  /// Makes a record of its values.
  public init(
    tree: CaptureID, name: String, identity: String? = nil, kind: EndpointKind? = nil,
    address: Address? = nil, ceiling: Ceiling = .standard
  ) {
    self.tree = tree
    self.name = name
    self.identity = identity
    self.kind = kind
    self.address = address
    self.ceiling = ceiling
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var tree: CaptureID?
    var name: String?
    var identity: String?
    var kind: EndpointKind?
    var address: Address?
    var ceiling: Ceiling?
    try RecordReader.read(bytes, EndpointRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Tree": try field.store(try field.id(), in: &tree)
      case "Name": try field.store(try field.text(), in: &name)
      case "Identity": try field.store(try field.text(), in: &identity)
      case "Kind": try field.store(try field.endpointKind(), in: &kind)
      case "Address": try field.store(try field.address(), in: &address)
      case "Ceiling": try field.store(try field.ceiling(), in: &ceiling)
      default: break
      }
    }
    self.tree = try RecordReader.require(tree, EndpointRecord.what, "Tree")
    self.name = try RecordReader.require(name, EndpointRecord.what, "Name")
    self.identity = identity
    self.kind = kind
    self.address = address
    self.ceiling = ceiling ?? .standard
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: EndpointRecord.what + " 1")
    writer.append("Tree", write: tree.append)
    writer.append("Name", name)
    if let identity { writer.append("Identity", identity) }
    if let kind { writer.append("Kind", kind.rawValue) }
    if let address { writer.append("Address", address.text) }
    writer.append("Ceiling", ceiling.text)
    return writer.finish()
  }
}
