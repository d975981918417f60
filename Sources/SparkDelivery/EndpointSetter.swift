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
      throw SparkError(.busy, "set", tree.root.path, Sentence.place(.endpointGone).text)
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
        try adopted(path, request)
      }
    let record = try record(
      request, tree: before.tree, number: tree.number, identity: identity, before: before)
    if record != before { try tree.replaceRecord(record) }
    return EndpointOutcome(tree: tree, record: record, before: before)
  }

  /// A tree of its own for another register.
  ///
  /// One that exists is finished or taken up again.
  private func open(_ request: EndpointRequest, _ path: RawPath) throws(SparkError)
    -> EndpointOutcome
  {
    if case .register(let identity, _) = try RegisterMaker.look(path),
      let tree = try tree(of: identity)
    {
      let outcome = try change(tree, request, path)
      try home.switchCurrent(to: tree)
      return outcome
    }
    let record = try record(
      request, tree: CaptureID.fresh(), number: nil, identity: adopted(path, request),
      before: nil)
    let tree = try home.makeTree(record)
    try home.switchCurrent(to: tree)
    return EndpointOutcome(tree: tree, record: record, before: nil)
  }

  private func record(
    _ request: EndpointRequest, tree: CaptureID, number: Int?, identity: String,
    before: EndpointRecord?
  ) throws(SparkError) -> EndpointRecord {
    let names = try EndpointNames(home.trees(), but: number)
    if let name = request.name { try names.check(name) }
    let name = before?.identity == nil ? nil : before?.name
    var record = EndpointRecord(
      tree: tree,
      name: request.name ?? name ?? request.address.path.map(names.proposal) ?? "register",
      identity: identity, kind: request.address.kind, address: request.address,
      ceiling: request.ceiling ?? before?.ceiling ?? .standard,
      keepsPlaintext: request.keepsPlaintext ?? before?.keepsPlaintext ?? true,
      sealsWhileLocked: request.sealsWhileLocked ?? before?.sealsWhileLocked ?? true,
      key: before?.key, registerKey: before?.registerKey,
      witnesses: request.witnesses(after: before?.witnesses ?? []),
      hasUnprovenReceipts: before?.hasUnprovenReceipts ?? false)
    if let path = request.address.path {
      try TrailWatch.begin(RawPath(path.bytes), &record, isNew: before?.identity == nil)
    }
    return record
  }

  /// The identity of the register at a path, which is made where nothing is; one that a tree is for
  /// already is refused.
  private func adopted(_ path: RawPath, _ request: EndpointRequest) throws(SparkError) -> String {
    let look = try RegisterMaker.look(path)
    if look == .nowhere {
      throw SparkError(
        .configuration, "find", path,
        Sentence.place(.registerParentAbsent(path: path.shown)).text)
    }
    if case .register(_, let isSealed) = look { try checkKind(isSealed, path, request) }
    let register = try RegisterMaker.openOrMake(path, isSealed: request.address.seal)
    try checkKind(register.isSealed, path, request)
    let identity = register.identity
    if let other = try tree(of: identity) {
      throw SparkError(
        .refused, "set", path,
        Sentence.place(.registerTaken(name: try other.record().name)).text)
    }
    return identity
  }

  /// Refuses to send plain captures to a register that takes sealed copies, and the other way round.
  private func checkKind(_ isSealed: Bool, _ path: RawPath, _ request: EndpointRequest)
    throws(SparkError)
  {
    if isSealed == request.address.seal { return }
    throw SparkError(
      .refused, "set", path,
      Sentence.place(
        isSealed ? .registerIsSealed(path: path.shown) : .registerIsPlain(path: path.shown)
      ).text)
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
    case .register(identity, let isSealed):
      try checkKind(isSealed, path, request)
      return identity
    case .register:
      throw SparkError(
        .refused, "set", path,
        Sentence.place(.registerIsOther(name: before.name, path: path.shown)).text)
    default:
      // Its name and ceiling may change while it is out of reach.
      if before.address == request.address { return identity }
      throw SparkError(
        .refused, "set", path,
        Sentence.place(.registerNotMoved(name: before.name, path: path.shown)).text)
    }
  }

  /// The directory that an address names, when captures can be sent there.
  private func place(of address: Address) throws(SparkError) -> RawPath {
    guard address.kind == .directory, let file = address.path else {
      throw SparkError(
        .configuration, "set", RawPath(address.text), Sentence.place(.directoriesOnly).text)
    }
    let path = RawPath(file.bytes)
    let above = RawPath(file.parent?.bytes ?? [UInt8(ascii: "/")])
    let resolved =
      Environment.resolved(path)
      ?? Environment.resolved(above)?.appending(file.lastComponent?.bytes ?? []) ?? path
    for (other, sentence) in try reserved(path) {
      if resolved.isInside(other) || other.isInside(resolved) {
        throw SparkError(
          .refused, "set", path,
          Sentence.place(sentence).text)
      }
    }
    return path
  }

  /// The places where a register may not be, nor they in it.
  private func reserved(_ path: RawPath) throws(SparkError) -> [(RawPath, PlaceSentence)] {
    var all: [(RawPath, PlaceSentence)] = []
    if let store = Environment.resolved(home.root.path) {
      all.append((store, .registerOverlapsStore(path: path.shown)))
    }
    let inboxes = try home.root.directory(RawPath(StoreLayout.inboxes))
    for name in try inboxes.names() {
      guard let bytes = try? inboxes.contents(RawPath(name), limit: 1 << 20),
        let inbox = try? InboxRecord(parsing: bytes),
        let place = Environment.resolved(RawPath(inbox.path.bytes))
      else { continue }
      all.append((place, .registerOverlapsInbox(path: path.shown, inbox: place.shown)))
    }
    return all
  }
}
