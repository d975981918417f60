internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// What was taken out of an inbox to be destroyed: one rename into the importer's own directory, then
/// the removal, which anybody may finish.
enum DiscardedItems {
  /// Takes a name away and destroys what stood there, durably; false when it was no longer there.
  static func discard(_ name: RawPath, in parent: Directory, own: Directory) throws(SparkError)
    -> Bool
  {
    let doomed = RawPath("\(InboxLayout.discardPrefix)\(CaptureID.fresh().text)")
    guard try parent.move(name, to: own, doomed) else { return false }
    try own.flush()
    try parent.flush()
    try own.removeTree(doomed)
    try own.flush()
    return true
  }

  /// Finishes what a crash has left; another process may be at it.
  static func sweep(_ own: Directory) {
    for name in (try? own.names()) ?? []
    where name.starts(with: InboxLayout.discardPrefix.utf8) {
      _ = try? own.removeTree(RawPath(name))
    }
  }
}
