public import SparkFormat
public import SparkSystem

/// This process, carrying rows: a locked file for as long as it lives, and a directory per carried state.
///
/// Whether someone is still carrying is a held lock, never an age. The kernel drops the lock when
/// the process dies, and the next sender puts its rows back.
public final class Carrier: Sendable {
  /// The carrier's name.
  public let name: String
  private let tree: EndpointTree
  private let carriers: Directory
  private let lock: FileLock
  private let uploading: Directory
  private let recording: Directory

  /// Registers this process as a carrier in a tree.
  public init(_ tree: EndpointTree) throws(SparkError) {
    self.tree = tree
    name = CaptureID.fresh().text
    carriers = try tree.root.directory(RawPath(TreeLayout.carriers))
    lock = try FileLock(carriers, RawPath(name), .exclusive)
    uploading = try Self.own(tree.outbox.directory(.uploading), name)
    recording = try Self.own(tree.outbox.directory(.recording), name)
  }

  private static func own(_ state: Directory, _ name: String) throws(SparkError) -> Directory {
    try state.makeDirectory(RawPath(name))
    return try state.directory(RawPath(name))
  }

  /// This carrier's directory in a carried state.
  func directory(_ state: State) -> Directory { state == .uploading ? uploading : recording }

  /// Takes a row from a plain state; false when another process was first.
  public func take(_ id: CaptureID, from: State, as state: State) throws(SparkError) -> Bool {
    let name = RawPath(id.utf8)
    return try Outbox.transfer(name, tree.outbox.directory(from), directory(state))
  }

  /// Puts a carried row into a plain state; false when it was taken away (discarded).
  @discardableResult
  public func put(_ id: CaptureID, from state: State, to: State) throws(SparkError) -> Bool {
    let name = RawPath(id.utf8)
    return try Outbox.transfer(name, directory(state), tree.outbox.directory(to))
  }

  /// Whether a row stands under this carrier; false when it was taken away (discarded).
  public func holds(_ id: CaptureID, _ state: State) throws(SparkError) -> Bool {
    try directory(state).exists(RawPath(id.utf8))
  }

  /// Rewrites a carried row and puts it into a plain state.
  public func put(_ row: RowRecord, from state: State, to: State) throws(SparkError) {
    guard try directory(state).exists(RawPath(row.id.utf8)) else { return }
    try tree.outbox.rewrite(row, in: directory(state))
    try put(row.id, from: state, to: to)
  }

  /// Ends: whatever it still carries goes back, its directories and its file go.
  public func finish() throws(SparkError) {
    try DeadCarriers.putBack(tree, name)
    try carriers.remove(RawPath(name))
  }
}
