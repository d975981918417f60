internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Counts what trees that were signed out of still hold, from names alone.
public enum RetiredSurvey {
  /// All of a store.
  public static func survey(_ home: StoreHome) throws(SparkError) -> [RetiredCounts] {
    var all: [RetiredCounts] = []
    for tree in try home.retiredTrees() { all.append(try count(tree, home)) }
    return all
  }

  /// One; what it was decided to erase counts nothing.
  public static func count(_ tree: RetiredTree, _ home: StoreHome) throws(SparkError)
    -> RetiredCounts
  {
    var unsent = 0
    if !tree.isErasing { unsent = try tree.unsent() + LeftInbox(home, tree: tree.id).count() }
    return RetiredCounts(number: tree.number, name: tree.endpointName, unsent: unsent)
  }
}
