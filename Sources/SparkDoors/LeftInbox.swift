public import SparkFormat
public import SparkStore
public import SparkSystem

/// What lies in a store's inboxes for a tree that was signed out of.
///
/// `current` goes on leading to that tree until what lay in the default inbox stands among its claims:
/// so nothing of it can be taken for the next one, wherever a crash comes. Claims name their tree, and
/// so do the policies of other inboxes.
public struct LeftInbox: Sendable {
  private let home: StoreHome
  private let tree: CaptureID

  /// What lies there for the tree with this id.
  public init(_ home: StoreHome, tree: CaptureID) {
    self.home = home
    self.tree = tree
  }

  /// Moves all that is untaken in the default inbox to the tree's claims, and gives the tree every
  /// inbox that no tree was yet named for.
  public func putOutOfReach() throws(SparkError) {
    let list = InboxList(home)
    for inbox in try list.all().0 where inbox.name != Inbox.ownName {
      // Where the policy cannot be written the inbox cannot be used either.
      if inbox.tree == nil { _ = try list.stamped(inbox, tree: tree) }
    }
    guard Environment.resolved(list.own.path) != nil else { return }
    let open = try OpenInbox(list.own)
    guard let own = open.own else { return }
    // An importer in the middle of a batch may put something back.
    let lock = try FileLock(own, "lock", .exclusive)
    try moveUntaken(open, own)
    try open.directory.flushFileSystem()
    lock.release()
  }

  private func moveUntaken(_ open: OpenInbox, _ own: Directory) throws(SparkError) {
    let claims = try Claims(own, inbox: open.directory, tree: tree)
    var failed: Set<FilePath> = []
    while true {
      let untaken = try Untaken.list(open.directory).filter { !failed.contains($0.path) }
      if untaken.isEmpty { return }
      for item in untaken {
        do throws(SparkError) { try move(item, to: claims) } catch {
          // What cannot be moved cannot be taken either.
          guard error.code != .full, error.code != .readOnly, error.code != .io else { throw error }
          failed.insert(item.path)
        }
      }
    }
  }

  private func move(_ item: Untaken, to claims: Claims) throws(SparkError) {
    if let share = item.share {
      let name = RawPath(InboxLayout.shareName(share))
      if try item.parent.renameNew(RawPath(item.name), to: claims.directory, name) { return }
    }
    let candidate = Candidate(parent: item.parent, name: item.name, path: item.path)
    _ = try claims.claim(candidate, as: CaptureID.fresh())
  }

  /// How many files and shares are not captured yet and would be lost with the tree.
  public func count() throws(SparkError) -> Int {
    var count = 0
    try forEachInbox { inbox, top throws(SparkError) in
      count += try InboxSurvey.countClaims(top, of: tree)
      if inbox.tree == tree { count += try Untaken.list(top).count }
    }
    return count
  }

  /// Whether nothing lies untaken in the default inbox.
  public func isDefaultEmpty() throws(SparkError) -> Bool {
    guard let top = try? Directory(path: InboxList(home).own.path) else { return true }
    return try Untaken.list(top).isEmpty
  }

  /// Destroys them, durably, and forgets the inboxes that served the tree; originals that stay in
  /// their inbox are a person's own and stay.
  public func erase() throws(SparkError) {
    try forEachInbox { inbox, top throws(SparkError) in
      let open = try OpenInbox(inbox)
      guard let own = open.own else { return }
      let lock = try FileLock(own, "lock", .exclusive)
      if inbox.tree == tree {
        try moveUntaken(open, own)
        try top.flushFileSystem()
      }
      let name = RawPath(tree.text)
      _ = try DiscardedItems.discard(name, in: own.directory("claims"), own: own)
      lock.release()
    }
    try forget()
  }

  private func forEachInbox(_ body: (Inbox, Directory) throws(SparkError) -> Void)
    throws(SparkError)
  {
    for inbox in try InboxList(home).all().0 where !inbox.keep {
      // One that is not there just now keeps its policy, and so stays out of the next tree's reach.
      guard let top = try? Directory(path: inbox.path) else { continue }
      try body(inbox, top)
    }
  }

  private func forget() throws(SparkError) {
    let policies = try home.root.directory(RawPath(StoreLayout.inboxes))
    for inbox in try InboxList(home).all().0 {
      let isOwn = inbox.name == Inbox.ownName
      guard isOwn || inbox.tree == tree, Environment.resolved(inbox.path) != nil else { continue }
      try policies.remove(RawPath("\(inbox.name).notes"))
      if isOwn { continue }
      try policies.removeTree(RawPath("\(inbox.name).seen"))
      try policies.remove(RawPath(inbox.name))
    }
    try policies.flush()
  }
}
