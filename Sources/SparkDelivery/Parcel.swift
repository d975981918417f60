internal import SparkFormat

/// One capture on its way: what the register gets, and the row that stands for it.
struct Parcel: Sendable {
  /// The truth's bytes, which the register gets as they are.
  let truth: [UInt8]
  /// The truth.
  let record: CaptureRecord
  /// The row's story.
  let row: RowRecord
  /// The state that it was found in: `staged`, or `uploaded` when its bytes are there already.
  let origin: State
  /// The state that its row stands in under the carrier.
  var carried: State
  /// Whether its bytes have to be sent.
  var needsBytes: Bool
  /// What stopped it; nil while all is well.
  var answer: Answer?
  /// Whether the row was taken away (discarded) meanwhile.
  var isGone = false

  init(truth: [UInt8], record: CaptureRecord, row: RowRecord, origin: State) {
    self.truth = truth
    self.record = record
    self.row = row
    self.origin = origin
    carried = origin == .uploaded ? .recording : .uploading
    needsBytes = origin != .uploaded
  }

  /// The capture.
  var id: CaptureID { record.id }
  /// Whether it goes on to the next step.
  var isUnderWay: Bool { answer == nil && !isGone }
  /// The objects that go with it.
  var objects: [Digest] { [record.object] + (record.shareRecord.map { [$0] } ?? []) }
}
