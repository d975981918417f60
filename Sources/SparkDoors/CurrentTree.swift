internal import SparkFormat
public import SparkStore
public import SparkSystem

/// The tree that import serves, for whoever is about to write.
public enum CurrentTree {
  /// The current tree; where a sign-out was begun and not finished, what lies in the inbox is put out
  /// of reach first, and then a fresh tree with nowhere to send to becomes current.
  public static func orMade(_ home: StoreHome) throws(SparkError) -> EndpointTree {
    while true {
      if let tree = try home.currentTreeIfAny() { return tree }
      try leave(home)
    }
  }

  /// Does that, whichever process began the sign-out.
  public static func leave(_ home: StoreHome) throws(SparkError) {
    let number = try home.currentNumber()
    if try home.currentTreeIfAny() != nil { return }
    for tree in try home.retiredTrees() where tree.number == number {
      try LeftInbox(home, tree: tree.id).putOutOfReach()
    }
    try home.makeNowhereCurrent(after: number)
  }
}
