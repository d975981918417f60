public import SparkSystem

extension EndpointTree {
  /// Finishes what tools that died have begun: rows they carried go back, discards come to their end, rows
  /// that are missing are made.
  ///
  /// Needs no lock; takes the tree's by itself.
  public func mend() throws(SparkError) {
    if try DeadCarriers.recover(self) {
      _ = try whileLocked(.exclusive) { () throws(SparkError) in try ledger.count() }
    }
    try Discards(self).finishAll()
    try Reconciler(self).makeRows()
  }
}
