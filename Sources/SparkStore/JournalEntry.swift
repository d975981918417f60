internal import SparkFormat
public import SparkSystem

/// A file that says an operation of many steps is not finished; it is locked while its process lives.
///
/// One that nobody holds was left by a crash, and whoever finds it mends what the operation left.
public final class JournalEntry: Sendable {
  private let journal: Directory
  private let name: RawPath
  private let lock: FileLock

  /// Enters an operation, named by a word.
  public init(_ tree: EndpointTree, operation: String) throws(SparkError) {
    journal = try tree.root.directory(RawPath(TreeLayout.journal))
    name = RawPath("\(operation),\(CaptureID.fresh().text)")
    lock = try FileLock(journal, name, .exclusive)
  }

  /// The operation is finished.
  public func finish() throws(SparkError) { try journal.remove(name) }

  /// Calls `mend` when a crash left an operation of this kind unfinished, and then forgets it.
  public static func recover(
    _ tree: EndpointTree, operation: String, _ mend: () throws(SparkError) -> Void
  ) throws(SparkError) {
    let journal = try tree.root.directory(RawPath(TreeLayout.journal))
    for entry in try journal.textNames() where entry.hasPrefix("\(operation),") {
      guard let lock = try FileLock.attempt(journal, RawPath(entry), .exclusive) else { continue }
      try mend()
      try journal.remove(RawPath(entry))
      lock.release()
    }
  }
}
