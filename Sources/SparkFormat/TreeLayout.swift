/// Every path of an endpoint's tree, relative to the tree.
public enum TreeLayout {
  /// Who it is for.
  public static let endpoint = "endpoint"
  /// The tree's lock.
  public static let lock = "lock"
  /// There only while the endpoint does not answer.
  public static let weather = "weather"
  /// When the last receipt was stored.
  public static let landed = "landed"
  /// The largest checkpoint of the register's log that was seen.
  public static let checkpoint = "checkpoint"
  /// The largest one that a trusted witness has signed.
  public static let witnessed = "witnessed"
  /// Held while the checkpoint is replaced.
  public static let checkpointLock = "checkpoint.lock"
  /// The truths and receipts.
  public static let captures = "captures"
  /// One locked file per carrying process.
  public static let carriers = "carriers"
  /// The markers of what is held.
  public static let held = "held"
  /// The ledger of what is held.
  public static let heldBytes = "held-bytes"
  /// Unfinished operations.
  public static let journal = "journal"
  /// The bytes.
  public static let objects = "objects"
  /// The rows.
  public static let outbox = "outbox"
  /// Markers of objects that more than one capture may name.
  public static let shared = "shared"
  /// Temporaries.
  public static let tmp = "tmp"

  /// The directory of a month's captures.
  public static func monthDirectory(_ time: Timestamp) -> String {
    let (year, month) = time.yearMonth
    return "captures/\(year)/\(month)"
  }

  /// A capture's truth.
  public static func truth(_ id: CaptureID, _ time: Timestamp) -> String {
    "\(monthDirectory(time))/\(id.text)"
  }

  /// The name of a capture's receipt, beside its truth.
  public static func receiptName(_ id: CaptureID) -> String { "\(id.text).receipt" }

  /// A capture's receipt.
  public static func receipt(_ id: CaptureID, _ time: Timestamp) -> String {
    "\(truth(id, time)).receipt"
  }

  /// The name of the record of a capture's sealed copy, beside its truth.
  public static func sealedName(_ id: CaptureID) -> String { "\(id.text).sealed" }

  /// The record of a capture's sealed copy.
  public static func sealed(_ id: CaptureID, _ time: Timestamp) -> String {
    "\(truth(id, time)).sealed"
  }

  /// The name of a sent capture's note that its bytes were pruned, beside its truth.
  public static func prunedName(_ id: CaptureID) -> String { "\(id.text).pruned" }

  /// The journal's entry of a discard that is not finished: what stood for the capture in the list.
  public static func discard(_ id: CaptureID) -> String { "journal/\(discardName(id))" }

  /// The same, seen from `journal/`.
  public static func discardName(_ id: CaptureID) -> String { "\(discardOperation),\(id.text)" }

  /// The operation that a discard's entry in the journal names.
  public static let discardOperation = "discard"

  /// The capture that an entry of the journal discards; nil for another operation's.
  public static func discarded(_ name: [UInt8]) -> CaptureID? {
    let prefix = Array("\(discardOperation),".utf8)
    guard name.starts(with: prefix) else { return nil }
    return CaptureID(utf8: name[prefix.count...])
  }

  /// A carrier's locked file.
  public static func carrier(_ name: String) -> String { "carriers/\(name)" }

  /// The file that the one process that seals holds locked.
  public static let sealer = "sealer"

  /// A capture's marker.
  public static func held(_ id: CaptureID) -> String { "held/\(id.text)" }

  /// An object's directory.
  public static func objectShard(_ digest: Digest) -> String { "objects/\(digest.shard)" }

  /// An object, seen from `objects/`.
  public static func objectInShard(_ digest: Digest) -> String { "\(digest.shard)/\(digest.hex)" }

  /// An object.
  public static func object(_ digest: Digest) -> String { "objects/\(digest.shard)/\(digest.hex)" }

  /// The rows of a state.
  public static func state(_ state: State) -> String { "outbox/\(state.rawValue)" }

  /// A row that nobody carries.
  public static func row(_ id: CaptureID, _ state: State) -> String {
    "outbox/\(state.rawValue)/\(id.text)"
  }

  /// A row under its carrier.
  public static func carried(_ id: CaptureID, _ state: State, carrier: String) -> String {
    "outbox/\(state.rawValue)/\(carrier)/\(id.text)"
  }

  /// The marker of an object that more than one capture may name.
  public static func shared(_ digest: Digest) -> String { "shared/\(digest.hex)" }

  /// All directories but those of months, in the order in which they are made.
  public static let fixedDirectories: [String] = {
    var paths = [captures, carriers, held, journal, objects]
    for name in ObjectShards.names { paths.append("objects/" + name) }
    paths.append(outbox)
    for state in State.allCases { paths.append(TreeLayout.state(state)) }
    paths += [shared, tmp]
    return paths
  }()
}
