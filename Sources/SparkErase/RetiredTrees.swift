internal import SparkDoors
public import SparkStore
public import SparkSystem

/// The trees that were left, and what is lost with them.
public struct RetiredTrees {
  private let home: StoreHome

  /// Those of this store.
  public init(_ home: StoreHome) { self.home = home }

  /// One of them, counted.
  public struct Counted: Sendable {
    /// The tree.
    public let tree: RetiredTree
    /// Captures, files and shares that never reached its endpoint.
    public let unsent: Int
  }

  /// All of them, each with what was never sent; what it was decided to erase counts nothing.
  public func counted() throws(SparkError) -> [Counted] {
    var all: [Counted] = []
    for tree in try home.retiredTrees() { all.append(try count(tree)) }
    return all
  }

  func count(_ tree: RetiredTree) throws(SparkError) -> Counted {
    Counted(tree: tree, unsent: try RetiredSurvey.count(tree, home).unsent)
  }

  /// Erases one, with all that lies in inboxes for it.
  public func erase(_ tree: RetiredTree) throws(SparkError) {
    try Secrets.remove(of: tree.id)
    let doomed = try tree.condemn()
    try LeftInbox(home, tree: doomed.id).erase()
    try doomed.erase()
  }
}
