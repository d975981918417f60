public import SparkFormat
public import SparkStore
public import SparkSystem

/// The inboxes that a store reads: its own, and those with a policy in `inboxes/`.
public struct InboxList: Sendable {
  private let home: StoreHome

  /// The inboxes of this store.
  public init(_ home: StoreHome) { self.home = home }

  /// A policy that cannot be read.
  public struct Unreadable: Sendable {
    /// The policy's name.
    public let name: String
    /// What is wrong with it, as a sentence.
    public let sentence: String
  }

  /// The store's own inbox.
  public var own: Inbox {
    Inbox(
      name: Inbox.ownName, path: home.root.full(RawPath(StoreLayout.inbox)), keep: false, tree: nil)
  }

  /// All inboxes, and the policies that cannot be read.
  public func all() throws(SparkError) -> ([Inbox], [Unreadable]) {
    var found = [own]
    var unreadable: [Unreadable] = []
    let policies = try home.root.directory(RawPath(StoreLayout.inboxes))
    for name in try policies.textNames() where Self.isPolicy(name) {
      do throws(SparkError) {
        found.append(try read(name))
      } catch { unreadable.append(Unreadable(name: name, sentence: error.message)) }
    }
    return (found, unreadable)
  }

  private static func isPolicy(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasSuffix(".notes") && !name.hasSuffix(".seen")
  }

  private func read(_ name: String) throws(SparkError) -> Inbox {
    let file = RawPath(StoreLayout.inboxPolicy(name))
    let bytes = try home.root.contents(file, limit: 1 << 20)
    let record = try StoreRecord.parse(bytes, home.root.full(file)) { bytes throws(FormatError) in
      try InboxRecord(parsing: bytes)
    }
    return Inbox(name: name, path: RawPath(record.path.bytes), keep: record.keep, tree: record.tree)
  }

  /// The inbox that an argument names: by its directory, or by its name where no such directory is.
  ///
  /// A directory that is not known yet gets a policy, durably, so that the status covers it from
  /// now on.
  public func inbox(_ argument: [UInt8], keep: Bool, tree: CaptureID) throws(SparkError) -> Inbox {
    let known = try all().0
    let text = String(decoding: argument, as: UTF8.self)
    guard let path = Environment.resolved(RawPath(argument)) else {
      if let named = known.first(where: { $0.name == text }) {
        return try with(named, keep: keep, tree: tree)
      }
      throw SparkError("open", RawPath(argument), errno: SparkError.noSuchFile)
    }
    for inbox in known where Environment.resolved(inbox.path) == path {
      return try with(inbox, keep: keep, tree: tree)
    }
    let name = unusedName(for: path, known)
    let inbox = Inbox(name: name, path: path, keep: keep, tree: tree)
    // Another importer may just have taken the name for another directory; then it is looked up again.
    return try write(inbox, isNew: true) ? inbox : self.inbox(argument, keep: keep, tree: tree)
  }

  private func with(_ inbox: Inbox, keep: Bool, tree: CaptureID) throws(SparkError) -> Inbox {
    if inbox.name == Inbox.ownName {
      guard keep else { return inbox }
      throw SparkError(
        .refused, "keep", inbox.path,
        Sentence.place(.ownInboxIsEmptied).text)
    }
    if (inbox.keep || !keep) && inbox.tree != nil { return inbox }
    let changed = Inbox(
      name: inbox.name, path: inbox.path, keep: inbox.keep || keep, tree: inbox.tree ?? tree)
    try write(changed)
    return changed
  }

  /// Stamps a policy that a person wrote with the tree that it now serves.
  func stamped(_ inbox: Inbox, tree: CaptureID) throws(SparkError) -> Inbox {
    inbox.name == Inbox.ownName || inbox.tree != nil
      ? inbox : try with(inbox, keep: inbox.keep, tree: tree)
  }

  @discardableResult
  private func write(_ inbox: Inbox, isNew: Bool = false) throws(SparkError) -> Bool {
    try checkApart(inbox)
    let record = InboxRecord(
      path: FilePath(Array(inbox.path.bytes)), keep: inbox.keep, tree: inbox.tree)
    let policies = try home.root.directory(RawPath(StoreLayout.inboxes))
    let id = CaptureID.version7(milliseconds: Clock.milliseconds(), random: Entropy.pair())
    let draft = RawPath(".\(id.text).new")
    let file = try policies.newFile(draft, mode: 0o600)
    try file.write(record.serialized)
    try file.flush()
    if !isNew {
      try policies.replace(draft, to: policies, RawPath(inbox.name))
    } else if try !policies.renameNew(draft, to: policies, RawPath(inbox.name)) {
      try policies.remove(draft)
      return false
    }
    try policies.flush()
    return true
  }

  /// Refuses an inbox that the store lies in, or that lies in the store: emptying it would take the store
  /// apart.
  func checkApart(_ inbox: Inbox) throws(SparkError) {
    if inbox.name == Inbox.ownName { return }
    guard let store = Environment.resolved(home.root.path),
      let path = Environment.resolved(inbox.path)
    else { return }
    guard store.isInside(path) || path.isInside(store) else { return }
    throw SparkError(
      .refused, "import", inbox.path,
      Sentence.place(.inboxOverlapsStore(path: inbox.path.shown, store: store.shown)).text)
  }

  private func unusedName(for path: RawPath, _ known: [Inbox]) -> String {
    let last = FilePath(Array(path.bytes)).lastComponent?.bytes ?? []
    let letters = last.map { byte -> Character in
      let scalar = Character(UnicodeScalar(byte))
      return byte < 128 && (scalar.isLetter || scalar.isNumber || scalar == "-") ? scalar : "-"
    }
    // The name has to leave room for what is added to it.
    let base = letters.isEmpty ? "inbox" : String(letters.prefix(100))
    var name = base
    var number = 2
    while known.contains(where: { $0.name == name }) {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }
}
