internal import SparkFormat
internal import SparkRegister
public import SparkStore
public import SparkSystem

/// Decides where a store's captures go.
///
/// The register is made first, then the tree or its record, then `current`, each durable before the
/// next: after a crash the same command finishes what was begun.
public struct EndpointSetter {
  private let home: StoreHome

  /// Works on this store.
  public init(_ home: StoreHome) { self.home = home }

  /// Does what was asked, for one tree (with `isNew` for a second one), or throws `refused` or
  /// `configuration` and changes nothing.
  public func set(_ request: EndpointRequest, _ tree: EndpointTree) throws(SparkError)
    -> EndpointOutcome
  {
    let path = try place(of: request.address)
    let outcome = try tree.whileLocked(.exclusive) { () throws(SparkError) in
      request.isNew ? try open(request, path) : try change(tree, request, path)
    }
    guard var outcome else {
      throw SparkError(.busy, "set", tree.root.path, "the endpoint was moved away meanwhile")
    }
    // An address that is new deserves a try at once.
    if outcome.before?.address != outcome.record.address { try Weather(outcome.tree).clear() }
    outcome.queued = try Reconciler(outcome.tree).makeRows()
    return outcome
  }

  private func change(_ tree: EndpointTree, _ request: EndpointRequest, _ path: RawPath)
    throws(SparkError) -> EndpointOutcome
  {
    let before = try tree.record()
    let identity =
      if let known = before.identity {
        try confirmed(known, before, request, path)
      } else {
        try adopted(path)
      }
    var record = try record(
      request, tree: before.tree, number: tree.number, identity: identity,
      name: before.identity == nil ? nil : before.name, ceiling: before.ceiling)
    // What was not asked for stays as it is.
    record.keepsPlaintext = before.keepsPlaintext
    record.sealsWhileLocked = before.sealsWhileLocked
    record.key = before.key
    if record != before { try tree.replaceRecord(record) }
    return EndpointOutcome(tree: tree, record: record, before: before)
  }

  /// A tree of its own for another register.
  ///
  /// One that exists is finished or taken up again.
  private func open(_ request: EndpointRequest, _ path: RawPath) throws(SparkError)
    -> EndpointOutcome
  {
    if case .register(let identity) = try RegisterMaker.look(path),
      let tree = try tree(of: identity)
    {
      let outcome = try change(tree, request, path)
      try home.switchCurrent(to: tree)
      return outcome
    }
    let record = try record(
      request, tree: CaptureID.fresh(), number: nil, identity: adopted(path), name: nil,
      ceiling: .standard)
    let tree = try home.makeTree(record)
    try home.switchCurrent(to: tree)
    return EndpointOutcome(tree: tree, record: record, before: nil)
  }

  private func record(
    _ request: EndpointRequest, tree: CaptureID, number: Int?, identity: String, name: String?,
    ceiling: Ceiling
  ) throws(SparkError) -> EndpointRecord {
    let names = try EndpointNames(home.trees(), but: number)
    if let name = request.name { try names.check(name) }
    return EndpointRecord(
      tree: tree,
      name: request.name ?? name ?? request.address.path.map(names.proposal) ?? "register",
      identity: identity, kind: request.address.kind, address: request.address,
      ceiling: request.ceiling ?? ceiling)
  }

  /// The identity of the register at a path, which is made where nothing is; one that a tree is for
  /// already is refused.
  private func adopted(_ path: RawPath) throws(SparkError) -> String {
    if try RegisterMaker.look(path) == .nowhere {
      throw SparkError(
        .configuration, "find", path,
        "the directory above \(path.shown) is not there, so no register is made; is the disk mounted?"
      )
    }
    let identity = try RegisterMaker.openOrMake(path).identity
    if let other = try tree(of: identity) {
      throw SparkError(
        .refused, "set", path,
        "\(try other.record().name) is the endpoint for this register; --new makes it current again"
      )
    }
    return identity
  }

  private func tree(of identity: String) throws(SparkError) -> EndpointTree? {
    for tree in try home.trees() where try tree.record().identity == identity { return tree }
    return nil
  }

  /// The identity that the tree has, when the register at the path agrees.
  private func confirmed(
    _ identity: String, _ before: EndpointRecord, _ request: EndpointRequest, _ path: RawPath
  ) throws(SparkError) -> String {
    switch try RegisterMaker.look(path) {
    case .register(identity): return identity
    case .register:
      throw SparkError(
        .refused, "set", path,
        "another register is at \(path.shown) than the one \(before.name) is; nothing was changed. "
          + "Sign out of \(before.name) first (spark-signout), or add --new for a second endpoint")
    default:
      // Its name and ceiling may change while it is out of reach.
      if before.address == request.address { return identity }
      throw SparkError(
        .refused, "set", path,
        "\(before.name) is not at \(path.shown), where no register is; nothing was changed. "
          + "Copy the register there first, sign out of \(before.name) (spark-signout), "
          + "or add --new for a second endpoint")
    }
  }

  /// The directory that an address names, when captures can be sent there.
  private func place(of address: Address) throws(SparkError) -> RawPath {
    guard address.kind == .directory, !address.seal, let file = address.path else {
      throw SparkError(
        .configuration, "set", RawPath(address.text), "This version sends to directories only.")
    }
    let path = RawPath(file.bytes)
    let above = RawPath(file.parent?.bytes ?? [UInt8(ascii: "/")])
    let resolved =
      Environment.resolved(path)
      ?? Environment.resolved(above)?.appending(file.lastComponent?.bytes ?? []) ?? path
    for (other, what) in try reserved() {
      if resolved.isInside(other) || other.isInside(resolved) {
        throw SparkError(
          .refused, "set", path,
          "\(path.shown) is in \(what), or \(what) is in it; "
            + "a register is a second copy and needs a place of its own")
      }
    }
    return path
  }

  /// The places where a register may not be, nor they in it.
  private func reserved() throws(SparkError) -> [(RawPath, String)] {
    var all: [(RawPath, String)] = []
    if let store = Environment.resolved(home.root.path) { all.append((store, "the store")) }
    let inboxes = try home.root.directory(RawPath(StoreLayout.inboxes))
    for name in try inboxes.names() {
      guard let bytes = try? inboxes.contents(RawPath(name), limit: 1 << 20),
        let inbox = try? InboxRecord(parsing: bytes),
        let path = Environment.resolved(RawPath(inbox.path.bytes))
      else { continue }
      all.append((path, "the inbox \(path.shown)"))
    }
    return all
  }
}
