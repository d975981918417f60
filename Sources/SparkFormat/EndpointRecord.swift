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
  /// Whether the plain bytes stay in the gallery once a sealed copy is durable.
  public var keepsPlaintext: Bool
  /// Whether captures are sealed while the keys are locked; sealing itself needs no secret.
  public var sealsWhileLocked: Bool
  /// The newest key generation that this store has seen; nil before there is a key.
  public var key: KeyPin?
  /// The key that signs the register's log, as it was seen first.
  public var registerKey: String?
  /// The keys of the witnesses that are trusted to look after the register's log.
  public var witnesses: [String]
  /// Whether there may be receipts from before the register had a log, which are to be replaced.
  public var hasUnprovenReceipts: Bool

  /// Makes a record of its values.
  public init(
    tree: CaptureID, name: String, identity: String? = nil, kind: EndpointKind? = nil,
    address: Address? = nil, ceiling: Ceiling = .standard, keepsPlaintext: Bool = true,
    sealsWhileLocked: Bool = true, key: KeyPin? = nil, registerKey: String? = nil,
    witnesses: [String] = [],
    hasUnprovenReceipts: Bool = false
  ) {
    self.tree = tree
    self.name = name
    self.identity = identity
    self.kind = kind
    self.address = address
    self.ceiling = ceiling
    self.keepsPlaintext = keepsPlaintext
    self.sealsWhileLocked = sealsWhileLocked
    self.key = key
    self.registerKey = registerKey
    self.witnesses = witnesses
    self.hasUnprovenReceipts = hasUnprovenReceipts
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var tree: CaptureID?
    var name: String?
    var identity: String?
    var kind: EndpointKind?
    var address: Address?
    var ceiling: Ceiling?
    var keepsPlaintext: Bool?
    var sealsWhileLocked: Bool?
    var key = KeyPin.Fields()
    var registerKey: String?
    var witnesses: String?
    var hasUnprovenReceipts: Bool?
    try RecordReader.read(bytes, EndpointRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Tree": try field.store(try field.id(), in: &tree)
      case "Name": try field.store(try field.text(), in: &name)
      case "Identity": try field.store(try field.text(), in: &identity)
      case "Kind": try field.store(try field.endpointKind(), in: &kind)
      case "Address": try field.store(try field.address(), in: &address)
      case "Ceiling": try field.store(try field.ceiling(), in: &ceiling)
      case "KeepPlaintext": try field.store(try field.yes(), in: &keepsPlaintext)
      case "SealWhileLocked": try field.store(try field.yes(), in: &sealsWhileLocked)
      case "RegisterKey": try field.store(try field.text(), in: &registerKey)
      case "Witnesses": try field.store(try field.text(), in: &witnesses)
      case "UnprovenReceipts": try field.store(try field.yes(), in: &hasUnprovenReceipts)
      default: try key.read(field)
      }
    }
    self.tree = try RecordReader.require(tree, EndpointRecord.what, "Tree")
    self.name = try RecordReader.require(name, EndpointRecord.what, "Name")
    self.identity = identity
    self.kind = kind
    self.address = address
    self.ceiling = ceiling ?? .standard
    self.keepsPlaintext = keepsPlaintext ?? true
    self.sealsWhileLocked = sealsWhileLocked ?? true
    self.key = try key.pin(EndpointRecord.what)
    self.registerKey = registerKey
    self.witnesses = witnesses?.split(separator: " ").map { String($0) } ?? []
    self.hasUnprovenReceipts = hasUnprovenReceipts ?? false
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
    if !keepsPlaintext { writer.append("KeepPlaintext", "no") }
    if !sealsWhileLocked { writer.append("SealWhileLocked", "no") }
    key?.append(to: &writer)
    if let registerKey { writer.append("RegisterKey", registerKey) }
    if !witnesses.isEmpty { writer.append("Witnesses", witnesses.joined(separator: " ")) }
    if hasUnprovenReceipts { writer.append("UnprovenReceipts", "yes") }
    return writer.finish()
  }
}
