internal import SparkFormat
internal import SparkSystem

/// Compares one capture's marker and rows with its truth and receipt, and mends them where it may.
///
/// Works while nobody is in a step, so what it sees is so. Truths, receipts and objects are only read.
struct CaptureMender {
  let verify: VerifyTree
  private let captures: Captures
  private let months: [String]
  private let discards: Discards
  private let trust: ReceiptTrust
  /// Whether a marker was made or removed, so that the ledger must be counted again.
  private(set) var changedMarkers = false

  init(_ verify: VerifyTree) throws(SparkError) {
    self.verify = verify
    captures = Captures(verify.tree)
    trust = ReceiptTrust(verify.endpoint)
    discards = try Discards(verify.tree)
    months = try captures.months().reversed()
  }

  private struct Truth {
    let record: CaptureRecord
    let bytes: [UInt8]
    let month: Directory
  }

  private enum Standing {
    case none
    case unreadable
    case truth(Truth)
  }

  private struct Row {
    let state: State
    let directory: Directory
    let path: String
    let isWhole: Bool
  }

  /// Looks at a capture.
  mutating func examine(_ id: CaptureID) throws(SparkError) {
    // What is being discarded is in order as long as its entry stands, which is named by itself.
    if try discards.contains(id) { return }
    let standing = try find(id)
    let rows = try rows(id)
    switch standing {
    case .unreadable: return
    case .none: try removeAll(id, rows)
    case .truth(let truth):
      let isSent = try isSent(truth)
      try mendMarker(truth, isSent: isSent)
      try mendRows(truth, rows, isSent: isSent)
    }
  }

  private func find(_ id: CaptureID) throws(SparkError) -> Standing {
    let name = RawPath(id.utf8)
    for month in months {
      let directory = try captures.month(month)
      guard let bytes = try directory.contentsIfAny(name, limit: 1 << 20) else { continue }
      guard let record = try? CaptureRecord(parsing: bytes), record.id == id else {
        return .unreadable
      }
      return .truth(Truth(record: record, bytes: bytes, month: directory))
    }
    return .none
  }

  private func isSent(_ truth: Truth) throws(SparkError) -> Bool {
    let name = RawPath(TreeLayout.receiptName(truth.record.id))
    guard let bytes = try truth.month.contentsIfAny(name, limit: 1 << 20),
      let receipt = try? ReceiptRecord(parsing: bytes)
    else { return false }
    let sealed = receipt.tag == nil ? nil : try SealedCopies(verify.tree).record(of: truth.record)
    return trust.holds(
      receipt, for: truth.record, digest: Digest(Blake2b256.hash(truth.bytes)), sealed: sealed)
  }

  private func rows(_ id: CaptureID) throws(SparkError) -> [Row] {
    var found: [Row] = []
    for state in State.allCases {
      let directory = verify.tree.outbox.directory(state)
      let path = TreeLayout.state(state)
      if let row = try row(id, state, directory, path) { found.append(row) }
      guard state.isCarried else { continue }
      for carrier in try directory.names() where CaptureID(utf8: carrier) != nil {
        guard let inner = try? directory.directory(RawPath(carrier)) else { continue }
        let path = "\(path)/\(FileName(carrier).encoded)"
        if let row = try row(id, state, inner, path) { found.append(row) }
      }
    }
    return found
  }

  private func row(_ id: CaptureID, _ state: State, _ directory: Directory, _ path: String)
    throws(SparkError) -> Row?
  {
    let name = RawPath(id.utf8)
    guard try directory.statusIfAny(name)?.kind == .regular,
      let bytes = try directory.contentsIfAny(name, limit: 1 << 20)
    else { return nil }
    let isWhole = (try? RowRecord(parsing: bytes))?.id == id
    return Row(
      state: state, directory: directory, path: "\(path)/\(id.text)", isWhole: isWhole)
  }

  /// Nothing that only a marker or a row knows matters.
  private mutating func removeAll(_ id: CaptureID, _ rows: [Row]) throws(SparkError) {
    if try verify.tree.held.exists(RawPath(id.utf8)) {
      add(.markerWithoutTruth, TreeLayout.held(id), id)
      try removeMarker(id)
    }
    for row in rows { try remove(row, id, .rowWithoutTruth) }
  }

  private mutating func mendMarker(_ truth: Truth, isSent: Bool) throws(SparkError) {
    let id = truth.record.id
    let marker = try verify.tree.held.contentsIfAny(RawPath(id.utf8), limit: 1 << 20)
    if isSent {
      guard marker != nil else { return }
      add(.markerBesideReceipt, TreeLayout.held(id), id)
      try removeMarker(id)
      return
    }
    if let marker {
      if marker == truth.bytes { return }
      add(.markerDiffers, TreeLayout.held(id), id)
      try removeMarker(id)
    } else {
      add(.markerMissing, TreeLayout.held(id), id)
    }
    guard verify.repairs else { return }
    changedMarkers = true
    try truth.month.linkNew(RawPath(id.utf8), to: verify.tree.held, RawPath(id.utf8))
  }

  private mutating func mendRows(_ truth: Truth, _ rows: [Row], isSent: Bool) throws(SparkError) {
    let id = truth.record.id
    var rest: [Row] = []
    for row in rows {
      if !row.isWhole {
        try remove(row, id, .torn)
      } else if !isSent, !row.state.isOpen {
        try remove(row, id, .rowWithoutReceipt)
      } else {
        rest.append(row)
      }
    }
    if let kept = Self.furthest(rest) {
      for (place, row) in rest.enumerated() where place != kept { try remove(row, id, .twoRows) }
      return
    }
    guard !isSent, let prepared = verify.endpoint?.prepares else { return }
    // Without the rows just removed it would be no finding of its own.
    if rows.isEmpty { add(.rowMissing, TreeLayout.row(id, prepared), id) }
    guard verify.repairs else { return }
    try verify.tree.outbox.make(id, prepared, truth: RawPath(id.utf8), in: truth.month)
  }

  /// The row to keep: the one that came furthest; a verdict only where there is no other.
  private static func furthest(_ rows: [Row]) -> Int? {
    rows.indices.max { left, right in rank(rows[left].state) < rank(rows[right].state) }
  }

  private static func rank(_ state: State) -> Int {
    state == .blocked ? -1 : State.allCases.firstIndex(of: state) ?? -1
  }

  private func add(_ flaw: Flaw, _ path: String, _ id: CaptureID) {
    verify.report.add(flaw, verify.shown(path), [id], mended: verify.repairs)
  }

  private mutating func removeMarker(_ id: CaptureID) throws(SparkError) {
    guard verify.repairs else { return }
    changedMarkers = true
    try verify.tree.held.remove(RawPath(id.utf8))
  }

  private func remove(_ row: Row, _ id: CaptureID, _ flaw: Flaw) throws(SparkError) {
    add(flaw, row.path, id)
    if verify.repairs { try row.directory.remove(RawPath(id.utf8)) }
  }
}
