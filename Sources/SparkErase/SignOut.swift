internal import SparkDoors
internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Leaves an endpoint.
///
/// First, always, its tree is put out of reach by one rename and its secrets are removed; nothing that
/// comes after can keep that from having happened. Then whoever is at work in it is waited for, and
/// it is erased, unless something in it was never sent and nobody has said how much that is. Run
/// again it goes on where it stopped.
public struct SignOut {
  private let home: StoreHome

  /// How long a sender that is in the middle of recording is waited for.
  private static let patience = 30_000

  /// Works on this store.
  public init(_ home: StoreHome) { self.home = home }

  /// How it ended.
  public enum End: Sendable {
    /// There was nothing to sign out of, and nothing left over.
    case nothing
    /// It is erased.
    case erased(name: String)
    /// It is out of reach, and so much in it was never sent; all that was left so adds up to `total`.
    case kept(name: String, unsent: Int, total: Int)
    /// It is out of reach, and a sender is still waiting for the other side's answer.
    case busy(name: String)
  }

  /// Signs out of the endpoint with this name, or of the current one.
  public func run(endpoint: String?, discarding unsent: Int?) throws(SparkError) -> [End] {
    var left = try leave(endpoint)
    if left.isEmpty {
      // What others have begun.
      left = try home.retiredTrees()
      for tree in left { try Secrets.remove(of: tree.id) }
      try CurrentTree.leave(home)
      return left.isEmpty ? [.nothing] : [.nothing] + (try end(left, unsent))
    }
    return try end(left, unsent)
  }

  /// Puts the tree out of reach; empty when there is nothing in it to leave.
  private func leave(_ endpoint: String?) throws(SparkError) -> [RetiredTree] {
    let number = try home.currentNumber()
    var left: [RetiredTree] = []
    var tree: EndpointTree?
    if let endpoint {
      left = try home.retiredTrees().filter { $0.endpointName == endpoint }
      // A run that was killed may have come so far.
      tree = left.isEmpty ? try home.trees(named: endpoint).first : nil
    } else {
      tree = try home.currentTreeIfAny()
    }
    if let tree {
      if try isEmpty(tree) { return [] }
      if let retired = try home.retire(tree) { left.append(retired) }
    }
    if left.isEmpty {
      // A run that was killed has left the link behind.
      left = try home.retiredTrees().filter { $0.number == number }
    }
    for tree in left { try Secrets.remove(of: tree.id) }
    do { try CurrentTree.leave(home) } catch {
      // A full disk has room for another tree once this one is erased; what lies in the inbox is out of
      // its reach by then, or the erasing throws as well.
      guard error.code == .full else { throw error }
      for tree in left { try LeftInbox(home, tree: tree.id).putOutOfReach() }
    }
    return left
  }

  /// Whether it is nowhere and nothing was kept for it.
  private func isEmpty(_ tree: EndpointTree) throws(SparkError) -> Bool {
    let record = try tree.record()
    guard record.identity == nil, try Captures(tree).isEmpty() else { return false }
    let left = LeftInbox(home, tree: record.tree)
    guard try left.count() == 0 else { return false }
    let isCurrent = try home.currentNumber() == tree.number
    return isCurrent ? try left.isDefaultEmpty() : true
  }

  private func end(_ left: [RetiredTree], _ allowed: Int?) throws(SparkError) -> [End] {
    let trees = RetiredTrees(home)
    var counted: [RetiredTrees.Counted] = []
    var ends: [End] = []
    for tree in left {
      guard try tree.waitForCarriers(milliseconds: Self.patience) else {
        ends.append(.busy(name: tree.endpointName))
        continue
      }
      try tree.waitForSteps()
      counted.append(try trees.count(tree))
    }
    let sum = counted.reduce(0) { $0 + $1.unsent }
    let total = try trees.counted().reduce(0) { $0 + $1.unsent }
    for one in counted {
      let name = one.tree.endpointName
      guard one.unsent == 0 || sum == allowed else {
        ends.append(.kept(name: name, unsent: one.unsent, total: total))
        continue
      }
      try trees.erase(one.tree)
      ends.append(.erased(name: name))
    }
    // Where a full disk had no room for it before.
    try CurrentTree.leave(home)
    return ends
  }
}
