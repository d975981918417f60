public import SparkFormat
public import SparkSystem

/// Finds the sealed copies of captures.
public struct SealedCopies: Sendable {
  private let tree: EndpointTree
  // The truth is in it, and the record of its share.
  private static let recordLimit = 16 << 20

  /// The sealed copies of this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// What goes to a register that takes sealed copies.
  public struct Copy: Sendable {
    /// What is known of it.
    public let record: SealedRecord
    /// The sealed record's bytes.
    public let moment: [UInt8]
  }

  /// What stands beside a truth; nil when there is nothing, or it is torn or of another capture.
  ///
  /// It says nothing about whether the objects are there.
  public func record(of truth: CaptureRecord) throws(SparkError) -> SealedRecord? {
    let path = RawPath(TreeLayout.sealed(truth.id, truth.time))
    guard let bytes = try tree.root.contentsIfAny(path, limit: 1 << 20),
      let record = try? SealedRecord(parsing: bytes), record.id == truth.id
    else { return nil }
    return record
  }

  /// The copy under the endpoint's current generation; nil when there is none, or a part is missing.
  public func current(of truth: CaptureRecord, _ endpoint: EndpointRecord) throws(SparkError)
    -> Copy?
  {
    guard let key = endpoint.key, let record = try record(of: truth), record.key == key,
      try isWhole(record)
    else { return nil }
    guard let moment = try moment(of: record) else { return nil }
    return Copy(record: record, moment: moment)
  }

  /// The sealed record's bytes; nil when they are missing or do not hash to their name.
  public func moment(of record: SealedRecord) throws(SparkError) -> [UInt8]? {
    let objects = ObjectStore(tree)
    guard let status = try objects.status(record.record), status.kind == .regular,
      status.size <= Self.recordLimit
    else { return nil }
    let moment = try objects.open(record.record).contents(limit: Self.recordLimit)
    return Blake2b256.hash(moment) == record.record.bytes ? moment : nil
  }

  /// Whether both objects of a sealed copy are there and hash to their names.
  public func isIntact(_ record: SealedRecord, _ stream: ByteStream) throws(SparkError) -> Bool {
    guard try isWhole(record) else { return false }
    let objects = ObjectStore(tree)
    for digest in [record.object, record.record] {
      guard try stream.hash(objects.open(digest)).digest == digest.bytes else { return false }
    }
    return true
  }

  /// Whether both objects of a sealed copy are there, the copy with its size.
  public func isWhole(_ record: SealedRecord) throws(SparkError) -> Bool {
    let objects = ObjectStore(tree)
    guard let copy = try objects.status(record.object), copy.kind == .regular,
      copy.size == record.size
    else { return false }
    return try objects.status(record.record)?.kind == .regular
  }
}
