public import SparkDelivery
internal import SparkDoors
internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Finds and discards what a person names: captures, shares and what lies in inboxes.
public struct Discarding {
  private let home: StoreHome
  private let endpoint: String?
  private let items: InboxItems

  /// Works on this store, on the captures of one endpoint or of all.
  public init(_ home: StoreHome, endpoint: String?) throws(SparkError) {
    self.home = home
    self.endpoint = endpoint
    items = InboxItems(home)
    // What others began and did not finish.
    for tree in try home.trees() { try Discards(tree).finishAll() }
  }

  /// What an argument names: an id, the beginning of one, or a path in an inbox.
  ///
  /// Throws `missing` when it is nothing of this store.
  public func target(_ text: [UInt8]) throws(SparkError) -> DiscardTarget {
    let trees = try home.trees(named: endpoint)
    do {
      let found = try CaptureFinder.find(text, in: trees)
      return .capture(found, try Discarder(found.tree))
    } catch {
      if let item = try item(text, isID: error.code == .missing) { return .item(item) }
      if error.code == .missing { throw error }
      // A path that is none of an inbox's, unless it is the beginning of several ids.
      guard error.code == .malformed, text.contains(UInt8(ascii: "/")) else { throw error }
      throw SparkError(
        .missing, "find", RawPath(text),
        Sentence.erasing(.nothingToDiscard(FileName(text).encoded)).text)
    }
  }

  private func item(_ text: [UInt8], isID: Bool) throws(SparkError) -> InboxItem? {
    guard isID else { return try items.find(path: RawPath(text)) }
    let found = try items.find(idBeginning: text)
    if found.count > 1 {
      throw SparkError(
        .malformed, "find", RawPath(text), Sentence.notTheOnlyID(FileName(text).encoded).text)
    }
    return found.first
  }

  /// What the target is called, and the place that may have its bytes already.
  public func names(_ target: DiscardTarget) -> (capture: String, endpoint: String) {
    switch target {
    case .capture(let found, let discarder):
      let record = found.truth.record
      return (record.isSealed ? record.id.text : record.name.encoded, discarder.name)
    case .item(let item):
      let tree = try? home.currentTree().record().name
      return (item.path.shown, tree ?? "nowhere")
    }
  }

  /// Discards a target; `waits` is called once when a sender has to be waited for.
  ///
  /// With `isRehearsal` nothing is changed.
  public func discard(_ target: DiscardTarget, isRehearsal: Bool, waits: () -> Void)
    throws(SparkError) -> Discarder.Outcome
  {
    switch target {
    case .capture(let found, let discarder):
      if !isRehearsal { try items.forget(found.truth.record, of: found.tree) }
      return try discarder.discard(found.truth, isRehearsal: isRehearsal, waits: waits)
    case .item(let item):
      if isRehearsal { return .discarded }
      if try items.discard(item) { return .discarded }
      guard let id = item.id, let found = try? CaptureFinder.find(id.utf8, in: home.trees()) else {
        throw SparkError("discard", item.path, errno: SparkError.noSuchFile)
      }
      // An importer was faster.
      let capture = DiscardTarget.capture(found, try Discarder(found.tree))
      return try discard(capture, isRehearsal: false, waits: waits)
    }
  }
}
