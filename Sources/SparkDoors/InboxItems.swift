public import SparkFormat
public import SparkStore
public import SparkSystem

/// Finds and destroys what lies in a store's inboxes and among their claims.
public struct InboxItems: Sendable {
  private let home: StoreHome

  /// What lies in the inboxes of this store.
  public init(_ home: StoreHome) { self.home = home }

  /// The shares and claims whose id begins like this.
  public func find(idBeginning text: [UInt8]) throws(SparkError) -> [InboxItem] {
    var found: [InboxItem] = []
    for inbox in try InboxList(home).all().0 {
      guard let top = try? Directory(path: inbox.path) else { continue }
      for name in try top.names() where name.starts(with: text) {
        guard let (id, kind) = InboxLayout.parseClaim(name), case .share = kind else { continue }
        found.append(item(inbox, top, name, tree: nil, id: id))
      }
      if inbox.keep { continue }
      try forEachClaim(inbox, top) { item in
        if item.name.starts(with: text) { found.append(item) }
      }
    }
    return found
  }

  /// What a path names; nil when it is nothing of an inbox.
  public func find(path: RawPath) throws(SparkError) -> InboxItem? {
    let absolute =
      path.bytes.first == UInt8(ascii: "/")
      ? path : Environment.currentDirectory().appending(path.bytes)
    let file = FilePath(Array(absolute.bytes))
    // A link is an item itself, so only what leads to it is followed.
    guard let name = file.lastComponent?.bytes, let above = file.parent,
      let parent = Environment.resolved(RawPath(above.bytes))
    else { return nil }
    let full = parent.appending(name)
    for inbox in try InboxList(home).all().0 {
      guard let top = Environment.resolved(inbox.path), full.isInside(top), full != top,
        let directory = try? Directory(path: top)
      else { continue }
      let below = Array(full.bytes.dropFirst(top.bytes.count + 1))
      return try find(FilePath(below), inbox, directory)
    }
    return nil
  }

  private func find(_ path: FilePath, _ inbox: Inbox, _ top: Directory) throws(SparkError)
    -> InboxItem?
  {
    let names = path.components
    guard let first = names.first, let last = names.last else { return nil }
    if first.bytes.elementsEqual(InboxLayout.privateDirectory.utf8) {
      var claim: InboxItem?
      try forEachClaim(inbox, top) { item in
        let full = item.path.bytes.dropFirst(inbox.path.bytes.count + 1)
        if path.bytes.elementsEqual(full) { claim = item }
      }
      return claim
    }
    // A share is whole or it is none.
    if names.count > 1, InboxScanner.isShare(first.bytes) { return nil }
    guard try top.exists(RawPath(path.bytes)) else { return nil }
    let above = path.parent.map { RawPath($0.bytes) }
    let parent = try above.map { name throws(SparkError) in try top.directory(name) } ?? top
    let id = names.count == 1 ? InboxLayout.parseClaim(last.bytes)?.id : nil
    return InboxItem(
      inbox: inbox, path: inbox.path.appending(path.bytes), tree: nil, id: id, parent: parent,
      name: last.bytes)
  }

  private func forEachClaim(_ inbox: Inbox, _ top: Directory, _ body: (InboxItem) -> Void)
    throws(SparkError)
  {
    let all: Directory
    do { all = try top.directory(RawPath(InboxLayout.claims)) } catch {
      if error.code == .missing { return }
      throw error
    }
    for name in try all.names() {
      guard let tree = CaptureID(utf8: name) else { continue }
      let claims = try all.directory(RawPath(name))
      for name in try claims.names() {
        guard let id = InboxLayout.parseClaim(name)?.id else { continue }
        body(item(inbox, claims, name, tree: tree, id: id))
      }
    }
  }

  private func item(
    _ inbox: Inbox, _ parent: Directory, _ name: [UInt8], tree: CaptureID?, id: CaptureID
  ) -> InboxItem {
    let folder =
      tree.map { inbox.path.appending(InboxLayout.claims(tree: $0)) } ?? inbox.path
    return InboxItem(
      inbox: inbox, path: folder.appending(name), tree: tree, id: id, parent: parent, name: name)
  }

  /// Destroys an item, durably; false when it is no longer there, because an importer took it.
  public func discard(_ item: InboxItem) throws(SparkError) -> Bool {
    if item.inbox.keep {
      throw SparkError(
        .refused, "discard", item.path,
        Sentence.erasing(.originalStays(item.path.shown)).text)
    }
    let open = try OpenInbox(item.inbox)
    guard let own = open.own else { return false }
    // An importer that lives has its claims' files in hand.
    let lock = item.tree == nil ? nil : try FileLock(own, "lock", .exclusive)
    let isDone = try DiscardedItems.discard(RawPath(item.name), in: item.parent, own: own)
    lock?.release()
    return isDone
  }

  /// Makes sure that no claim brings back a capture that is about to be discarded, and that none comes
  /// back after a power loss.
  public func forget(_ record: CaptureRecord, of tree: EndpointTree) throws(SparkError) {
    let endpoint = try tree.record().tree
    for inbox in try InboxList(home).all().0 {
      if inbox.keep {
        // What is remembered of the original must outlive a power loss.
        guard inbox.name == record.inbox else { continue }
        try? home.root.directory(RawPath(StoreLayout.inboxSeen(inbox.name))).flushFileSystem()
        continue
      }
      guard let top = try? Directory(path: inbox.path),
        let claims = try? top.directory(RawPath(InboxLayout.claims(tree: endpoint)))
      else { continue }
      if try !Self.claims(of: record, in: claims).isEmpty {
        try forget(record, in: inbox, claims, tree)
      }
      try claims.flush()
    }
  }

  private func forget(
    _ record: CaptureRecord, in inbox: Inbox, _ claims: Directory, _ tree: EndpointTree
  ) throws(SparkError) {
    let open = try OpenInbox(inbox)
    guard let own = open.own else { return }
    // Whoever made them is dead once the lock is held, or they are gone.
    let lock = try FileLock(own, "lock", .exclusive)
    try tree.root.flushFileSystem()
    var isShared = false
    for name in try Self.claims(of: record, in: claims) {
      if Claims.isShare(name) { isShared = true } else { try claims.removeTree(RawPath(name)) }
    }
    lock.release()
    // Only whole shares can be finished.
    if isShared { try Importer(home, openFiles: 256).finishClaims(in: inbox, of: tree) }
  }

  private static func claims(of record: CaptureRecord, in claims: Directory) throws(SparkError)
    -> [[UInt8]]
  {
    try claims.names().filter { name in
      guard let id = InboxLayout.parseClaim(name)?.id else { return false }
      return id == record.id || (Claims.isShare(name) && id == record.share)
    }
  }
}
