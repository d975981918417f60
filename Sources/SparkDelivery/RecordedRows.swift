internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Ends rows whose receipt is there already: a crash came between the receipt and the row's last move.
///
/// Most of them would be carried once more, which changes nothing. One whose sealed copy was retired or lost
/// since could not be, and need not.
struct RecordedRows: Sendable {
  private let tree: EndpointTree
  private let trust: ReceiptTrust

  init(_ tree: EndpointTree, _ endpoint: EndpointRecord) {
    self.tree = tree
    trust = ReceiptTrust(endpoint)
  }

  /// Whether a receipt of this endpoint for just this capture stands beside its truth.
  func isRecorded(_ truth: [UInt8], _ record: CaptureRecord) throws(SparkError) -> Bool {
    let path = RawPath(TreeLayout.receipt(record.id, record.time))
    guard let bytes = try tree.root.contentsIfAny(path, limit: 1 << 20),
      let receipt = try? ReceiptRecord(parsing: bytes)
    else { return false }
    let sealed = receipt.tag == nil ? nil : try SealedCopies(tree).record(of: record)
    return trust.holds(
      receipt, for: record, digest: Digest(Blake2b256.hash(truth)), sealed: sealed)
  }

  /// Ends one; false when the row is no longer where it was, or the tree is gone.
  func conclude(_ record: CaptureRecord, _ state: State) throws(SparkError) -> Bool {
    let done = try tree.whileLocked(.shared) { () throws(SparkError) -> Bool in
      guard try tree.outbox.move(record.id, state, .done) else { return false }
      if try tree.held.remove(RawPath(record.id.utf8)) { try tree.ledger.subtract(record.size) }
      return true
    }
    return done ?? false
  }
}
