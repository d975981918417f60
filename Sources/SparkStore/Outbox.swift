public import SparkFormat
public import SparkSystem

/// The work list: one row per capture, whose state is the directory it stands in.
///
/// A transition is one rename, and the rename decides between two processes: the loser finds nothing
/// and stops. Rows are never flushed: they can be made again from truths and receipts.
public struct Outbox: Sendable {
  let root: Directory
  let tmp: Directory
  private let states: [State: Directory]

  init(root: Directory, tmp: Directory) throws(SparkError) {
    self.root = root
    self.tmp = tmp
    var open: [State: Directory] = [:]
    for state in State.allCases {
      open[state] = try root.directory(RawPath(TreeLayout.state(state)))
    }
    states = open
  }

  /// The directory of a state.
  public func directory(_ state: State) -> Directory { states[state] ?? root }

  /// Makes a fresh row as one more link of the truth; false when there is one in this state.
  @discardableResult
  public func make(_ id: CaptureID, _ state: State, truth: RawPath, in month: Directory)
    throws(SparkError) -> Bool
  {
    try month.linkNew(truth, to: directory(state), RawPath(id.utf8))
  }

  /// Moves a row from one plain state to another; false when another process was first.
  @discardableResult
  public func move(_ id: CaptureID, _ from: State, _ to: State) throws(SparkError) -> Bool {
    let name = RawPath(id.utf8)
    return try Self.transfer(name, directory(from), directory(to))
  }

  /// Moves a row between two directories; false when another process was first.
  ///
  /// A plain rename of one link of a file over another does nothing at all, and fresh rows are links of
  /// one truth. So where the row stands at its goal already, the one left behind is removed.
  @discardableResult
  static func transfer(_ name: RawPath, _ from: Directory, _ to: Directory) throws(SparkError)
    -> Bool
  {
    do {
      if try from.renameNew(name, to: to, name) { return true }
      return try from.remove(name)
    } catch {
      if error.code == .missing { return false }
      throw error
    }
  }

  /// The ids in a plain state, in no order; in a carried state, those of all carriers.
  public func ids(_ state: State) throws(SparkError) -> [CaptureID] {
    var found: [CaptureID] = []
    try forEach(state) { id in found.append(id) }
    return found
  }

  /// Calls `body` with each id in a state, those under carriers included.
  ///
  /// Other names are passed over; verify names them.
  public func forEach(_ state: State, _ body: (CaptureID) -> Void) throws(SparkError) {
    let directory = directory(state)
    var carriers: [[UInt8]] = []
    try directory.forEachEntry { entry throws(SparkError) in
      if state.isCarried, entry.kind != .regular {
        carriers.append(entry.name)
      } else if let id = CaptureID(utf8: entry.name) {
        body(id)
      }
      return true
    }
    for carrier in carriers {
      do {
        try directory.directory(RawPath(carrier)).forEachEntry { entry throws(SparkError) in
          if let id = CaptureID(utf8: entry.name) { body(id) }
          return true
        }
      } catch {
        // The carrier finished between the two looks; its rows stand in a later state.
        if error.code != .missing { throw error }
      }
    }
  }

  /// The state of one row, or nil when there is none.
  ///
  /// Looked for in the order rows move.
  public func state(of id: CaptureID) throws(SparkError) -> State? {
    let name = RawPath(id.utf8)
    for state in State.allCases {
      if try directory(state).exists(name) { return state }
      if state.isCarried {
        for carrier in try directory(state).names() {
          if try directory(state).exists(RawPath(carrier).appending(id.utf8)) { return state }
        }
      }
    }
    return nil
  }

  /// The row's record; nil when it is not there (any more).
  public func row(_ id: CaptureID, _ state: State) throws(SparkError) -> RowRecord? {
    let name = RawPath(id.utf8)
    let directory = directory(state)
    guard let bytes = try directory.contentsIfAny(name, limit: 1 << 20) else { return nil }
    return try StoreRecord.parse(bytes, directory.full(name)) { bytes throws(FormatError) in
      try RowRecord(parsing: bytes)
    }
  }

  /// Puts a record in the place of a row that stands under this process's own carrier, or that was
  /// taken away from its state by a rename.
  func rewrite(_ row: RowRecord, in directory: Directory) throws(SparkError) {
    let draft = RawPath(CaptureID.fresh().text)
    try tmp.create(draft, row.serialized, mode: 0o600)
    try tmp.replace(draft, to: directory, RawPath(row.id.utf8))
  }
}

extension State {
  /// Where a row goes back to when its carrier is dead or the weather is bad.
  public func fallback(sealed: Bool) -> State {
    switch self {
    case .uploading: sealed ? .sealed : .staged
    case .recording: .uploaded
    default: self
    }
  }
}
