internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Empties inboxes into captures.
///
/// A pass can be run again at any moment, by anyone, twice at once: claims decide who has what.
public final class Importer {
  private let home: StoreHome
  private var quiets: [String: Quiet] = [:]
  private let batchFiles: Int
  /// Larger batches hardly share more of a flush.
  static let batchLimit = 1000
  private static let batchBytes: Int64 = 256 << 20
  /// Called with every folder that a pass walks into.
  var onFolder: (Directory) throws(SparkError) -> Void = { _ throws(SparkError) in }
  /// Asked between batches whether to stop.
  var shouldStop: () -> Bool = { false }

  /// Imports into this store.
  ///
  /// `openFiles` is how many files the process may hold open.
  public init(_ home: StoreHome, openFiles: Int) {
    self.home = home
    // A file, its folder and its truth, for each; the rest is the store's own.
    batchFiles = min(Self.batchLimit, max(8, (openFiles - 64) / 3))
  }

  /// Takes what is ready in all of these inboxes, waits the quiet time out once for what still moved,
  /// and takes what is ready by then.
  public func runOnce(_ inboxes: [Inbox]) throws(SparkError) -> ImportReport {
    let first = try passes(inboxes)
    guard first.readyAfter > 0 else { return first }
    Pause.sleep(milliseconds: first.readyAfter + 20)
    var second = try passes(inboxes)
    second.taken += first.taken
    second.bytes += first.bytes
    return second
  }

  /// One inbox's trouble is not the others': all are taken before it is thrown.
  private func passes(_ inboxes: [Inbox]) throws(SparkError) -> ImportReport {
    var report = ImportReport()
    var failure: SparkError?
    for inbox in inboxes {
      do throws(SparkError) { report.add(try pass(inbox)) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return report
  }

  /// Takes what is ready in one inbox, and writes down what could not be taken.
  public func pass(_ inbox: Inbox) throws(SparkError) -> ImportReport {
    do throws(SparkError) {
      let report = try checkedPass(inbox)
      try ImportNotes(home).write(report, of: inbox)
      return report
    } catch {
      var report = ImportReport()
      report.refuse(inbox, FilePath([]), error.message)
      _ = try? ImportNotes(home).write(report, of: inbox)
      guard error.code == .refused else { throw error }
      return report
    }
  }

  private func checkedPass(_ inbox: Inbox) throws(SparkError) -> ImportReport {
    var report = ImportReport()
    while true {
      let tree = try CurrentTree.orMade(home)
      do throws(SparkError) {
        if try pass(inbox, tree, &report) { return report }
      } catch {
        // Of a tree that is being erased anything may be missing.
        if try tree.isStanding() { throw error }
      }
    }
  }

  /// One pass for one tree; false when that is no longer the one that import serves.
  private func pass(_ inbox: Inbox, _ tree: EndpointTree, _ report: inout ImportReport)
    throws(SparkError) -> Bool
  {
    let id = try tree.record().tree
    let inbox = try InboxList(home).stamped(inbox, tree: id)
    guard inbox.tree == nil || inbox.tree == id else {
      report.refuse(
        inbox, FilePath([]), Sentence.inboxOtherEndpoint(path: inbox.path.shown).text)
      return true
    }
    try InboxList(home).checkApart(inbox)
    try recover(tree)
    let open = try OpenInbox(inbox)
    let quiet = quiets[inbox.name] ?? Quiet()
    quiets[inbox.name] = quiet
    guard let own = open.own else {
      let keeper = try KeepSession(home, open, tree: tree, quiet: quiet)
      let isDone = try keeper.run(batchFiles: batchFiles, onFolder: onFolder, shouldStop)
      report.add(keeper.report)
      return isDone
    }
    DiscardedItems.sweep(own)
    try finishOthers(open, own, current: id, quiet, &report)
    let session = try ImportSession(home, open, own: own, tree: tree, quiet: quiet)
    let isDone = try run(session)
    report.add(session.report)
    return isDone
  }

  /// False when `current` moved to another tree meanwhile: what is left is for that one.
  private func run(_ session: ImportSession) throws(SparkError) -> Bool {
    guard try finishLeftovers(session) else { return false }
    let look = ImportLook(session: session)
    let batch = ImportBatch(session: session)
    var ready: [ReadyUnit] = []
    var bytes: Int64 = 0
    var moved = false
    func flush() throws(SparkError) {
      if ready.isEmpty || moved { return }
      let units = ready
      ready = []
      bytes = 0
      let isDone = try settle(session) { counted throws(SparkError) in
        try batch.take(units, counted: counted)
      }
      if !isDone { moved = true }
    }
    func add(_ unit: ReadyUnit?) throws(SparkError) {
      guard let unit else { return }
      ready.append(unit)
      bytes += min(unit.size, Self.batchBytes)
      if ready.count >= batchFiles || bytes >= Self.batchBytes { try flush() }
    }
    try InboxScanner.scan(session.open.directory) {
      sighting throws(SparkError) in
      if moved || shouldStop() { return }
      switch sighting {
      case .file(let candidate): try add(look.file(candidate))
      case .share(let candidate):
        try add(look.share(candidate))
        // A share may hold thousands of files, so it ends a batch.
        try flush()
      case .waiting(let path, let sentence): session.wait(path, sentence)
      case .refused(let path, let sentence): session.refuse(path, sentence.text)
      case .hidden: break
      case .draft(let candidate): ShareDraft.sweep(candidate)
      case .folder(let directory): try onFolder(directory)
      }
    }
    try flush()
    try session.finish()
    return !moved
  }

  /// Finds the room that an importer held when it died.
  private func recover(_ tree: EndpointTree) throws(SparkError) {
    try Discards(tree).finishAll()
    try JournalEntry.recover(tree, operation: "import") { () throws(SparkError) in
      _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    }
  }

  /// Finishes what was claimed in one inbox for a tree and is not yet in its store.
  public func finishClaims(in inbox: Inbox, of tree: EndpointTree) throws(SparkError) {
    let open = try OpenInbox(inbox)
    guard let own = open.own else { return }
    let session = try ImportSession(
      home, open, own: own, tree: tree, quiet: Quiet(), isCurrent: false)
    _ = try finishLeftovers(session)
    try session.finish()
  }

  /// Finishes what was claimed for this store's other trees: it is theirs, whatever is current now.
  private func finishOthers(
    _ open: OpenInbox, _ own: Directory, current: CaptureID, _ quiet: Quiet,
    _ report: inout ImportReport
  ) throws(SparkError) {
    let claimed = try Claims.trees(own).filter { $0 != current }
    if claimed.isEmpty { return }
    for tree in try home.trees() where claimed.contains(try tree.record().tree) {
      try recover(tree)
      let session = try ImportSession(
        home, open, own: own, tree: tree, quiet: quiet, isCurrent: false)
      _ = try finishLeftovers(session)
      try session.finish()
      report.add(session.report)
    }
  }

  private func finishLeftovers(_ session: ImportSession) throws(SparkError) -> Bool {
    // The journal and the lock are entered only when there is something.
    let names = try session.claims.names()
    let batch = ImportBatch(session: session)
    var start = 0
    while start < names.count {
      var end = start + 1
      while end < names.count, end - start < batchFiles, !Claims.isShare(names[end]),
        !Claims.isShare(names[start])
      {
        end += 1
      }
      let some = names[start..<end]
      start = end
      let isCurrent = try settle(session) { counted throws(SparkError) in
        try batch.finish(session.claims.leftovers(some), counted: counted)
      }
      if !isCurrent { return false }
    }
    return true
  }

  /// Does a step, counting the ledger and doing it again where it asks for that.
  private func settle(_ session: ImportSession, _ body: (Bool) throws(SparkError) -> Bool)
    throws(SparkError) -> Bool
  {
    while true {
      var isDecided = true
      guard
        try session.step({ () throws(SparkError) in
          isDecided = try body(session.hasCounted)
        })
      else {
        return false
      }
      if isDecided { return true }
      try session.recount()
    }
  }
}
