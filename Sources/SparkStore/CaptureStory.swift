public import SparkFormat
public import SparkSystem

/// Everything the store knows of one capture.
public struct CaptureStory: Sendable {
  /// One named value.
  public struct Field: Sendable {
    /// The name, as in a record.
    public let name: String
    /// The value in the form that is safe to show.
    public let value: String
    /// The value where it is a number.
    public let number: Int64?

    /// The name with its first letter in lower case.
    public var key: String { name.prefix(1).lowercased() + name.dropFirst() }
  }

  /// The values in their order.
  public private(set) var fields: [Field] = []

  /// What happened to it and when.
  public let history: CaptureHistory

  /// Reads the row, the receipt and the object of a capture; `opened` is what the truth of a sealed one
  /// says, where that is known.
  public init(_ found: CaptureFinder.Found, opened: CaptureRecord? = nil) throws(SparkError) {
    let record = found.truth.record
    let name = try found.tree.record().name
    history = try CaptureHistory(found, name: name, inbox: (opened ?? record).inbox)
    append(opened ?? record)
    append("Endpoint", name)
    try append(row: record.id, found)
    append("TruthPath", Self.path(found.tree, TreeLayout.truth(record.id, record.time)))
    append("ObjectPath", Self.path(found.tree, TreeLayout.object(record.object)))
    let object = try ObjectStore(found.tree).status(record.object)
    let isPruned = try ObjectReader.isPruned(found)
    append(
      "ObjectState",
      object.map { $0.size == record.objectSize ? "whole" : "wrongSize" }
        ?? (isPruned ? "pruned" : "missing"))
    if isPruned {
      let pruned = try Captures(found.tree).pruned(record.id, in: found.truth.month)
      append("PrunedTime", pruned?.time.text)
    }
    if try found.tree.shared.exists(RawPath(record.object.hex)) { append("Shared", "yes") }
  }

  private static func path(_ tree: EndpointTree, _ path: String) -> String {
    "\(StoreLayout.tree(tree.number))/\(path)"
  }

  private mutating func append(_ name: String, _ value: String?) {
    // A sealed truth is silent about most of it.
    if let value, !value.isEmpty { fields.append(Field(name: name, value: value, number: nil)) }
  }

  private mutating func append(_ name: String, number: Int64) {
    fields.append(Field(name: name, value: String(number), number: number))
  }

  private mutating func append(_ record: CaptureRecord) {
    append("Id", record.id.text)
    append("Time", record.time.text)
    append("Zone", record.zone)
    append("Name", record.name.encoded)
    append("Folder", record.folder?.encoded)
    append("Type", record.type)
    append("Size", number: record.size)
    append("Object", record.object.text)
    append("Inbox", record.inbox)
    append("Share", record.share?.text)
    append("ShareRecord", record.shareRecord?.text)
    append("Crumb", record.crumb.map { FileName($0).encoded })
  }

  private mutating func append(row id: CaptureID, _ found: CaptureFinder.Found) throws(SparkError) {
    let receipt = try Captures(found.tree).receipt(id, in: found.truth.month)
    let state = try found.tree.outbox.state(of: id)
    let isDiscarding = state == nil ? try Discards(found.tree).contains(id) : false
    append(
      "State",
      state?.rawValue ?? (isDiscarding ? "discarding" : receipt == nil ? "held" : "sent"))
    if let state, !state.isCarried, let row = try found.tree.outbox.row(id, state) {
      append("Attempts", number: Int64(row.attempts))
      append("Due", row.due?.text)
      append("From", row.from?.rawValue)
      append("Reason", row.reason?.rawValue)
      append("Sentence", row.sentence)
    }
    if let sealed = try SealedCopies(found.tree).record(of: found.truth.record) {
      append("SealedGeneration", number: Int64(sealed.key.generation))
      append("SealedObject", sealed.object.text)
      append("SealedSize", number: sealed.size)
      append("SealedRecord", sealed.record.text)
    }
    append("ReceiptKind", receipt?.kind)
    append("ReceiptRegister", receipt?.register)
    append("ReceiptTime", receipt?.time.text)
  }
}
