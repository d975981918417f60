internal import SparkFormat
internal import SparkSystem

/// Erases one capture whose entry stands in the journal; killed anywhere, the next one goes on.
///
/// First the entry becomes the truth itself, which so leaves `captures/` and still says what is to go;
/// then marker and rows, sealed objects and their record, the plain object; the ledger and the entry
/// last, each durable before the next. Needs the tree's exclusive lock.
struct DiscardEnd {
  private let discards: Discards
  private let tree: EndpointTree
  private let id: CaptureID
  private let name: RawPath
  private let entry: RawPath

  init(_ discards: Discards, _ id: CaptureID) {
    self.discards = discards
    tree = discards.tree
    self.id = id
    name = RawPath(id.utf8)
    entry = RawPath(TreeLayout.discardName(id))
  }

  /// `origin` is nil where another process began it, which may have died in the middle.
  func run(_ origin: Discards.Origin?) throws(SparkError) -> Discards.Outcome {
    guard let bytes = try discards.journal.contentsIfAny(entry, limit: 1 << 20) else {
      // Another process has finished it.
      return try Captures(tree).find(id) == nil ? .discarded : .recorded
    }
    guard let (record, month) = try truth(bytes) else {
      // Neither the entry nor anything else says what it was; verify names what else is wrong.
      _ = try removeMarkerAndRows()
      try end(recount: true)
      return .discarded
    }
    if try month.exists(RawPath(TreeLayout.receiptName(id))) {
      // The other side has it on record. A marker beside a receipt is anybody's to remove.
      try end(recount: true)
      return .recorded
    }
    try takeTruth(bytes, month)
    let hadMarker = try removeMarkerAndRows()
    try month.flush()
    try eraseSealed(month)
    try erasePlain(record)
    let isKnown = origin == .marker || (origin == .row && hadMarker)
    try end(recount: !isKnown, size: record.size)
    return .discarded
  }

  /// What the capture was and the month it stands or stood in.
  private func truth(_ bytes: [UInt8]) throws(SparkError) -> (CaptureRecord, Directory)? {
    let marker = try tree.held.contentsIfAny(name, limit: 1 << 20) ?? []
    for hint in [bytes, marker] {
      guard let record = try? CaptureRecord(parsing: hint), record.id == id else { continue }
      let month = RawPath(TreeLayout.monthDirectory(record.time))
      do { return (try plain(record, month), try tree.root.directory(month)) } catch {
        if error.code != .missing { throw error }
      }
    }
    return try Captures(tree).find(id).map { ($0.record, $0.month) }
  }

  /// The truth that says more: one without the plain object's name may stand beside one with it, where
  /// a crash came between the two.
  private func plain(_ record: CaptureRecord, _ month: RawPath) throws(SparkError) -> CaptureRecord
  {
    guard record.isSealed,
      let bytes = try tree.root.contentsIfAny(month.appending(id.utf8), limit: 1 << 20),
      let standing = try? CaptureRecord(parsing: bytes), standing.id == id
    else { return record }
    return standing
  }

  /// The truth leaves its month, and the entry holds it from then on.
  private func takeTruth(_ bytes: [UInt8], _ month: Directory) throws(SparkError) {
    guard let standing = try month.contentsIfAny(name, limit: 1 << 20) else { return }
    let held = try? CaptureRecord(parsing: bytes)
    let better = (try? CaptureRecord(parsing: standing))?.isSealed == false
    if standing != bytes, held == nil || (held?.isSealed == true && better) {
      try month.replace(name, to: discards.journal, entry)
      try discards.journal.flush()
    } else {
      try month.remove(name)
    }
  }

  /// Whether there was a marker.
  private func removeMarkerAndRows() throws(SparkError) -> Bool {
    let wasHeld = try tree.held.remove(name)
    if wasHeld { try tree.held.flush() }
    // Made by an importer that had the truth and not yet the row when the marker was taken away.
    while let place = try tree.outbox.place(of: id) {
      if try place.directory.remove(name) { try place.directory.flush() }
    }
    return wasHeld
  }

  private func eraseSealed(_ month: Directory) throws(SparkError) {
    let file = RawPath(TreeLayout.sealedName(id))
    guard let bytes = try month.contentsIfAny(file, limit: 1 << 20) else { return }
    if let sealed = try? SealedRecord(parsing: bytes), sealed.id == id {
      try ObjectStore(tree).erase([sealed.object, sealed.record])
    }
    try month.remove(file)
    try month.flush()
  }

  private func erasePlain(_ record: CaptureRecord) throws(SparkError) {
    var doomed = [record.object]
    let namers = ObjectNamers(tree, near: record.time)
    if let share = record.shareRecord, try !namers.isShareNeeded(record) { doomed.append(share) }
    try ObjectStore(tree).erase(namers.unnamed(doomed))
  }

  /// The ledger, and then the entry.
  ///
  /// One that a dead process began may have been told already.
  private func end(recount: Bool, size: Int64 = 0) throws(SparkError) {
    do throws(SparkError) {
      if recount { try tree.ledger.count(without: id) } else { try tree.ledger.subtract(size) }
    } catch {
      // Without a ledger what is held is counted before it is believed.
      guard error.code == .full else { throw error }
      try tree.root.remove(RawPath(TreeLayout.heldBytes))
    }
    try discards.journal.remove(entry)
    try discards.journal.flush()
  }
}
