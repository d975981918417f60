internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

extension Trip {
  /// Replaces receipts from before the register had a log by ones that prove what they say, and returns how
  /// many; those whose record does not stand there any more make their captures held again.
  ///
  /// A pass that is cut short is made again by the next sender.
  func renew() throws(SparkError) -> Int {
    guard stop == nil, try tree.record().hasUnprovenReceipts, let register = open(),
      let log = try openLog(register)
    else { return 0 }
    var old: [TruthScan.Seen] = []
    let scan = TruthScan(tree)
    let trust = ReceiptTrust(try tree.record())
    try scan.read { seen throws(SparkError) in
      guard let receipt = seen.receipt, receipt.trail == nil,
        trust.holds(
          receipt, for: seen.record, digest: Digest(Blake2b256.hash(seen.bytes)),
          sealed: seen.sealed)
      else { return }
      old.append(seen)
    }
    var renewed = 0
    var gone: [CaptureRecord] = []
    for start in stride(from: 0, to: old.count, by: Batches.rows) {
      let part = Array(old[start..<min(start + Batches.rows, old.count)])
      renewed += try renew(part, register, log, &gone)
      if stop != nil { return renewed }
    }
    _ = try HeldAgain(tree).put(gone)
    guard scan.isWhole else { return renewed }
    try change { $0.hasUnprovenReceipts = false }
    return renewed
  }

  private func change(_ body: (inout EndpointRecord) -> Void) throws(SparkError) {
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in
      var record = try tree.record()
      body(&record)
      try tree.replaceRecord(record)
    }
  }

  private func renew(
    _ part: [TruthScan.Seen], _ register: RegisterDirectory, _ log: RegisterLog,
    _ gone: inout [CaptureRecord]
  ) throws(SparkError) -> Int {
    var parcels: [Parcel] = []
    for seen in part {
      guard let receipt = seen.receipt else { continue }
      let sealed = receipt.tag == nil ? nil : seen.sealed
      var parcel = Parcel(
        record: seen.record, sealed: sealed, moment: [], row: RowRecord(id: seen.record.id),
        origin: .uploaded)
      do throws(SparkError) {
        guard let moment = try register.moment(parcel.place),
          Blake2b256.hash(moment) == receipt.record.bytes
        else {
          gone.append(seen.record)
          continue
        }
        (parcel.moment, parcel.object) = (moment, receipt.object)
      } catch {
        stop = .answer(table.register(error, at: .record))
        return 0
      }
      parcels.append(parcel)
    }
    try desk.record(&parcels, in: log) { () throws(SparkError) in false }
    if let answer = parcels.lazy.compactMap(\.answer).first {
      stop = .answer(answer)
      return 0
    }
    let receipts = Receipts(
      tree, register: identity, prefix: prefix, ReceiptCheck(pin: log.key.text))
    try receipts.draft(parcels)
    try receipts.flushDrafts(parcels)
    let fresh = parcels
    try locked { () throws(SparkError) in try receipts.publish(fresh) }
    return stop == nil ? parcels.count : 0
  }
}
