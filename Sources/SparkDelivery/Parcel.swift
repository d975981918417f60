internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// One capture on its way: what the register gets, and the row that stands for it.
struct Parcel: Sendable {
  /// The truth.
  let record: CaptureRecord
  /// The sealed copy that goes instead of the capture itself; nil where nothing is sealed.
  let sealed: SealedRecord?
  /// The row's story.
  let row: RowRecord
  /// What the register gets as the record: the truth as it is, or the sealed record; then what stands
  /// there already, where that is of the same capture.
  var moment: [UInt8]
  /// The object that the moment is about.
  var object: Digest
  /// The state that its row stands in under the carrier.
  var carried: State
  /// The state that it was found in.
  let origin: State
  /// Whether its bytes have to be sent.
  var needsBytes: Bool
  /// What stopped it; nil while all is well.
  var answer: Answer?
  /// Whether the row was taken away (discarded) meanwhile.
  var isGone = false

  /// A capture that goes as it is: its truth's bytes are its moment.
  init(truth: [UInt8], record: CaptureRecord, row: RowRecord, origin: State) {
    self.init(record: record, sealed: nil, moment: truth, row: row, origin: origin)
  }

  /// A capture that goes sealed, with the bytes of its sealed record.
  init(
    record: CaptureRecord, sealed: SealedRecord?, moment: [UInt8], row: RowRecord, origin: State
  ) {
    self.record = record
    self.sealed = sealed
    self.moment = moment
    self.row = row
    self.origin = origin
    object = sealed?.object ?? record.object
    carried = origin == .uploaded ? .recording : .uploading
    needsBytes = origin != .uploaded
  }

  /// The capture.
  var id: CaptureID { record.id }
  /// How long the register's log was before the record was put in its place; 0 when it stood there.
  var known: Int64 = 0
  /// What the register's log says of it, once that was checked.
  var trail: TrailProof?
  /// Whether it goes on to the next step.
  var isUnderWay: Bool { answer == nil && !isGone }
  /// The size of the object that goes.
  var objectSize: Int64 { sealed?.size ?? record.size }

  /// The objects that go with it; a share's record travels in the sealed record.
  var objects: [Digest] {
    if let sealed { return [sealed.object] }
    return [record.object] + (record.shareRecord.map { [$0] } ?? [])
  }

  /// Where its record stands at the register.
  var place: MomentPlace {
    sealed.map { .sealed($0.place) } ?? .plain(record.id, record.time)
  }

  /// The digest of the record that stands there.
  var momentDigest: Digest { Digest(Blake2b256.hash(moment)) }

  /// The line that the register's log gets for it.
  ///
  /// Of a sealed capture it must not say which device it came from, nor in which zone that is.
  func entry(device: CaptureID) -> TrailEntry {
    TrailEntry(
      .recorded, id: sealed == nil ? id : nil, place: sealed?.place, tag: sealed?.tag,
      record: momentDigest, object: object, bytes: objectSize,
      device: sealed == nil ? device : nil, time: sealed == nil ? .now() : .now().utc)
  }

  /// The receipt for what stands there.
  func receipt(register: String) -> ReceiptRecord {
    let time = trail.flatMap { try? TrailEntry(parsing: $0.entry) }?.time
    return ReceiptRecord(
      id: id, kind: EndpointKind.directory.rawValue, register: register,
      record: momentDigest, object: object, tag: sealed?.tag, time: time ?? .now(), trail: trail)
  }
}
