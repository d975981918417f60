internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The receipts of one batch: drafted while the moments are not yet durable, put beside the truths
/// once each moment was read back and compared.
struct Receipts: Sendable {
  private let tree: EndpointTree
  private let register: String
  private let prefix: String
  private let check: ReceiptCheck

  /// Receipts from the register with this identity; `prefix` begins the drafts' names.
  init(_ tree: EndpointTree, register: String, prefix: String, _ check: ReceiptCheck) {
    self.tree = tree
    self.register = register
    self.prefix = prefix
    self.check = check
  }

  private func draft(_ id: CaptureID) -> RawPath { RawPath("\(prefix),\(id.text)") }

  /// Writes drafts, not flushed.
  ///
  /// Errors are the store's.
  func draft(_ parcels: [Parcel]) throws(SparkError) {
    try forEach(parcels) { parcel throws(SparkError) in
      try tree.tmp.create(
        draft(parcel.id), parcel.receipt(register: register).serialized, mode: 0o444)
    }
  }

  /// Makes the drafts durable.
  func flushDrafts(_ parcels: [Parcel]) throws(SparkError) {
    guard parcels.count <= Directory.flushedAloneUpTo else {
      return try tree.root.flushFileSystem()
    }
    for parcel in parcels where parcel.isUnderWay { try tree.tmp.file(draft(parcel.id)).flush() }
  }

  /// Puts the receipts in their places, durably, and drops the drafts of those that were stopped.
  ///
  /// Needs the tree's shared lock.
  func publish(_ parcels: [Parcel]) throws(SparkError) {
    try forEach(parcels) { parcel throws(SparkError) in
      let place = RawPath(TreeLayout.receipt(parcel.id, parcel.record.time))
      if try tree.tmp.renameNew(draft(parcel.id), to: tree.root, place) { return }
      if try isValid(place, parcel) {
        try tree.tmp.remove(draft(parcel.id))
      } else {
        try tree.tmp.replace(draft(parcel.id), to: tree.root, place)
      }
    }
    for parcel in parcels where !parcel.isUnderWay { try tree.tmp.remove(draft(parcel.id)) }
    guard parcels.count <= Directory.flushedAloneUpTo else {
      return try tree.root.flushFileSystem()
    }
    for parcel in parcels where parcel.isUnderWay {
      try tree.root.directory(RawPath(TreeLayout.monthDirectory(parcel.record.time))).flush()
    }
  }

  /// Whether the receipt that stands already is for the same record.
  private func isValid(_ place: RawPath, _ parcel: Parcel) throws(SparkError) -> Bool {
    let bytes = try tree.root.contents(place, limit: 1 << 20)
    guard let standing = try? ReceiptRecord(parsing: bytes) else { return false }
    let fresh = parcel.receipt(register: register)
    // Any proof is as good as another; one without a proof gives way.
    return standing.id == fresh.id && standing.record == fresh.record && standing.tag == fresh.tag
      && (try? check.check(standing)) != nil
  }

  /// Calls `body` on all processors with each parcel under way; throws the first error.
  private func forEach(
    _ parcels: [Parcel], _ body: @escaping @Sendable (Parcel) throws(SparkError) -> Void
  ) throws(SparkError) {
    let errors: [SparkError?] = Workers.map(parcels.count, context: {}) { _, place in
      guard parcels[place].isUnderWay else { return nil }
      do throws(SparkError) {
        try body(parcels[place])
        return nil
      } catch { return error }
    }
    for error in errors { if let error { throw error } }
  }
}
