internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Discards one capture, and tells the truth about what the other side already has on record.
///
/// What was never on its way is taken away from a sender by one rename. Where its record may be
/// there already, the other side is asked before anything is changed.
public struct Discarder: Sendable {
  private let tree: EndpointTree
  private let endpoint: EndpointRecord
  private let discards: Discards

  /// How long to wait before looking again whether a sender has its answer, in milliseconds.
  private static let look = 20

  /// Works on this tree.
  public init(_ tree: EndpointTree) throws(SparkError) {
    self.tree = tree
    endpoint = try tree.record()
    discards = try Discards(tree)
  }

  /// What became of one capture.
  public enum Outcome: Sendable {
    /// Nothing of it is left here.
    case discarded
    /// The other side has its record; it stays.
    case recorded
    /// Nobody can say just now whether the other side has its record; nothing was changed.
    case unknown
  }

  /// The endpoint's name.
  public var name: String { endpoint.name }

  /// Discards; `waits` is called once when a sender has to be waited for.
  ///
  /// With `isRehearsal` nothing is changed and nobody waited for.
  public func discard(
    _ truth: Captures.Found, isRehearsal: Bool = false, waits: () -> Void = {}
  ) throws(SparkError) -> Outcome {
    var saidSo = false
    while true {
      switch try step(truth, isRehearsal) {
      case .ended(let outcome): return outcome
      case .again: continue
      case .wait:
        if !saidSo { waits() }
        saidSo = true
        Pause.sleep(milliseconds: Self.look)
      }
    }
  }

  private enum Step {
    case ended(Outcome)
    case again
    case wait
  }

  private func step(_ truth: Captures.Found, _ isRehearsal: Bool) throws(SparkError) -> Step {
    let id = truth.record.id
    if try truth.month.exists(RawPath(TreeLayout.receiptName(id))) { return .ended(.recorded) }
    let place = try tree.outbox.place(of: id)
    if try place == nil ? discards.contains(id) : false {
      if isRehearsal { return .ended(.discarded) }
      return .ended(try finish(id, nil))
    }
    guard try truth.month.exists(RawPath(id.utf8)) else { return .ended(.discarded) }
    let isOnItsWay = place?.state == .recording
    if isOnItsWay, !isRehearsal, let carrier = place?.carrier, try tree.isAlive(carrier: carrier) {
      return .wait
    }
    let mayBeThere = try place.map(mayBeRecorded) ?? false
    let sealed = try SealedCopies(tree).record(of: truth.record)
    switch RecordQuestion(endpoint).ask(truth.record, truth: truth.bytes, sealed: sealed) {
    case .recorded: return .ended(.recorded)
    case .unknown where mayBeThere: return .ended(.unknown)
    default: break
    }
    if isRehearsal { return .ended(.discarded) }
    let origin =
      if let place {
        try mayBeThere ? discards.beginUnmoved(id, from: place) : discards.begin(id, from: place)
      } else {
        try discards.begin(id, truthIn: truth.month)
      }
    // The sender moved it, or a row was made: one has to look again.
    guard let origin else { return .again }
    let outcome = try finish(id, origin)
    if mayBeThere, case .discarded = outcome {
      let object = sealed?.object ?? truth.record.object
      DiscardNotice(endpoint).tell(object, size: sealed?.size ?? truth.record.size)
    }
    return .ended(outcome)
  }

  private func finish(_ id: CaptureID, _ origin: Discards.Origin?) throws(SparkError) -> Outcome {
    switch try discards.finish(id, origin) {
    case .discarded, .left: .discarded
    case .recorded: .recorded
    }
  }

  /// Whether a row in this place may belong to a record that is there already.
  private func mayBeRecorded(_ place: RowPlace) throws(SparkError) -> Bool {
    switch place.state {
    case .uploaded, .recording, .recorded, .done: return true
    case .sealing, .sealed, .staged, .uploading: return false
    case .blocked:
      // One that cannot be read has lost the word where it came from.
      guard let row = try? tree.outbox.row(place.id, .blocked) else { return true }
      return row.from == .uploaded || row.from == .recording
    }
  }
}
