internal import SparkDoors
internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Sweeps a whole store.
public struct Pruning {
  private let home: StoreHome
  private let isRehearsal: Bool
  private let say: (PruneItem) throws(SparkError) -> Void

  /// Works on this store, and hands on each thing; with `isRehearsal` nothing is changed.
  public init(
    _ home: StoreHome, isRehearsal: Bool, say: @escaping (PruneItem) throws(SparkError) -> Void
  ) {
    self.home = home
    self.isRehearsal = isRehearsal
    self.say = say
  }

  /// What was not pruned, and why.
  public enum Left: Sendable {
    /// A record of this endpoint cannot be read, so nobody knows which objects are named.
    case unreadable(name: String)
    /// The endpoint does not answer, or cannot be asked, so nothing sent was pruned.
    case noAnswer(name: String)
    /// So many objects are not at the endpoint as they should be, and stay.
    case unconfirmed(name: String, count: Int)
    /// Trees that were left hold so much that was never sent.
    case unsent(total: Int)
    /// A sender still works in a tree that was left.
    case busy(name: String)
  }

  /// What is asked for beyond what nobody needs.
  public struct Request: Sendable {
    /// The endpoint's name; nil for all.
    public var endpoint: String?
    /// After how many days the bytes of what was sent may go; nil for never.
    public var sentOlderThan: Int64?
    /// How much that was never sent may be erased in trees that were left.
    public var unsent: Int?

    /// Asks for nothing.
    public init() {}
  }

  /// Sweeps.
  public func run(_ request: Request) throws(SparkError) -> [Left] {
    var left: [Left] = []
    for path in try home.deadDrafts(remove: !isRehearsal) {
      try say(PruneItem(.temporary, path))
    }
    for tree in try home.trees(named: request.endpoint) {
      let name = try tree.record().name
      if try !TreePruner(tree, isRehearsal: isRehearsal, say: say).run() {
        left.append(.unreadable(name: name))
        continue
      }
      if let days = request.sentOlderThan {
        left += try pruneSent(tree, name, days)
      }
    }
    if request.endpoint == nil { left += try pruneRetired(request.unsent) }
    return left
  }

  private func pruneSent(_ tree: EndpointTree, _ name: String, _ days: Int64) throws(SparkError)
    -> [Left]
  {
    let (span, overflow) = days.multipliedReportingOverflow(by: 86400)
    let before = Timestamp.now().seconds.subtractingReportingOverflow(overflow ? .max : span)
    let pruner = try SentPruner(
      tree, before: before.overflow ? .min : before.partialValue, isRehearsal: isRehearsal, say: say
    )
    switch try pruner.run() {
    case .done(0): return []
    case .done(let count): return [.unconfirmed(name: name, count: count)]
    case .noAnswer: return [.noAnswer(name: name)]
    case .unreadable: return [.unreadable(name: name)]
    }
  }

  private func pruneRetired(_ allowed: Int?) throws(SparkError) -> [Left] {
    if !isRehearsal { try CurrentTree.leave(home) }
    let trees = RetiredTrees(home)
    var left: [Left] = []
    var counted: [RetiredTrees.Counted] = []
    for tree in try home.retiredTrees() {
      if !isRehearsal {
        guard try tree.waitForCarriers(milliseconds: 2000) else {
          left.append(.busy(name: tree.endpointName))
          continue
        }
        try tree.waitForSteps()
      }
      counted.append(try trees.count(tree))
    }
    let total = counted.reduce(0) { $0 + $1.unsent }
    for one in counted where one.unsent == 0 || total == allowed {
      let path = one.tree.path
      let size = try one.tree.bytes()
      if !isRehearsal { try trees.erase(one.tree) }
      try say(PruneItem(one.unsent == 0 ? .retired : .retiredUnsent, path, bytes: size))
    }
    if total > 0, total != allowed { left.append(.unsent(total: total)) }
    return left
  }
}
