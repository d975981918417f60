internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// One pass over one inbox into one tree: takes batches, and keeps the report.
final class ImportSession {
  let home: StoreHome
  let tree: EndpointTree
  /// The endpoint's record, read again under the lock for each batch: it says where rows begin.
  private(set) var record: EndpointRecord
  let open: OpenInbox
  let claims: Claims
  let quiet: Quiet
  let zone = Clock.zoneName()
  var report = ImportReport()
  /// Whether the inbox lies on the store's disk, so that files can become objects as they are.
  let sharesDisk: Bool
  /// Whether this pass has counted the ledger: once is enough to believe what it refuses.
  private(set) var hasCounted = false
  private let own: Directory
  private let isCurrent: Bool
  private var entry: JournalEntry?

  /// Prepares a pass.
  ///
  /// A tree that is not the current one gets what was claimed for it, and no more.
  init(
    _ home: StoreHome, _ open: OpenInbox, own: Directory, tree: EndpointTree, quiet: Quiet,
    isCurrent: Bool = true
  ) throws(SparkError) {
    self.isCurrent = isCurrent
    self.home = home
    self.open = open
    self.own = own
    self.tree = tree
    self.quiet = quiet
    record = try tree.record()
    sharesDisk = try open.status.identity.device == tree.root.status().identity.device
    let tree = record.tree
    claims = try open.emptying { () throws(SparkError) in
      try Claims(own, inbox: open.directory, tree: tree)
    }
  }

  /// Does one step under the inbox's lock (exclusive: one importer at a time takes a batch) and
  /// then the tree's (shared).
  ///
  /// False, without doing it, when the tree is no longer the one that import serves.
  func step(_ body: () throws(SparkError) -> Void) throws(SparkError) -> Bool {
    let inboxLock = try open.emptying { () throws(SparkError) in
      try FileLock(own, "lock", .exclusive)
    }
    try enter()
    guard let treeLock = try isCurrent ? tree.lockToImport() : tree.lock(.shared) else {
      return false
    }
    record = try tree.record()
    try body()
    treeLock.release()
    inboxLock.release()
    return true
  }

  /// Enters the import into the journal, so that a crash's leftover room is found.
  private func enter() throws(SparkError) {
    if entry != nil { return }
    entry = try JournalEntry(tree, operation: "import")
  }

  /// The pass is over.
  func finish() throws(SparkError) {
    try entry?.finish()
    entry = nil
  }

  /// Counts the ledger again, under the exclusive lock; the shared one must not be held.
  func recount() throws(SparkError) {
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    hasCounted = true
  }

  /// What may be taken later, and why.
  func wait(_ path: FilePath, after: Int = 0, _ sentence: Sentence = .stillWritten) {
    report.wait(open.inbox, path, after: after, sentence)
  }

  /// What stays where it is, and why.
  func refuse(_ path: FilePath, _ sentence: String) { report.refuse(open.inbox, path, sentence) }

  /// The sentence for an error that keeps one file from being taken.
  static func sentence(_ error: SparkError) -> String {
    switch error.code {
    case .full: Sentence.diskFull.text
    case .crossesFileSystems: Sentence.otherFileSystem.text
    case .io: Sentence.notKept(why: error.reason).text
    default: Sentence.cannotRemove(why: error.reason).text
    }
  }
}
