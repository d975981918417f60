public import SparkFormat
public import SparkSystem

/// One endpoint's tree: its truths, objects, rows and markers.
public final class EndpointTree: Sendable {
  /// The store it stands in.
  public let home: StoreHome
  /// Its number, which it keeps for life.
  public let number: Int
  /// The tree's directory.
  public let root: Directory
  /// The truths and receipts.
  public let captures: Directory
  /// The markers of what is held.
  public let held: Directory
  /// The bytes.
  public let objects: Directory
  /// The marks of objects that several captures name.
  public let shared: Directory
  /// Every temporary of this tree.
  public let tmp: Directory
  /// The rows.
  public let outbox: Outbox

  /// Opens the tree with this number.
  public init(home: StoreHome, number: Int) throws(SparkError) {
    self.home = home
    self.number = number
    root = try home.root.directory(RawPath(StoreLayout.tree(number)))
    captures = try root.directory(RawPath(TreeLayout.captures))
    held = try root.directory(RawPath(TreeLayout.held))
    objects = try root.directory(RawPath(TreeLayout.objects))
    shared = try root.directory(RawPath(TreeLayout.shared))
    tmp = try root.directory(RawPath(TreeLayout.tmp))
    outbox = try Outbox(root: root, tmp: tmp)
  }

  /// The endpoint's record, read anew.
  public func record() throws(SparkError) -> EndpointRecord {
    let name = RawPath(TreeLayout.endpoint)
    return try StoreRecord.parse(root.contents(name, limit: 1 << 20), root.full(name)) {
      bytes throws(FormatError) in try EndpointRecord(parsing: bytes)
    }
  }

  /// Takes the tree's lock; nil when the tree is no longer the one under its number.
  ///
  /// It guards: shared, that nothing is erased or re-homed meanwhile; exclusive, that nobody is in a
  /// step. Waits for the lock.
  public func lock(_ mode: FileLock.Mode) throws(SparkError) -> FileLock? {
    let lock = try FileLock(root, RawPath(TreeLayout.lock), mode)
    let standing = try home.root.statusIfAny(RawPath(StoreLayout.tree(number)))
    guard try standing?.identity == root.status().identity else { return nil }
    return lock
  }

  /// Does `body` under the tree's lock; nil, without doing it, when the tree is no longer there.
  public func whileLocked<Result>(
    _ mode: FileLock.Mode, _ body: () throws(SparkError) -> Result
  ) throws(SparkError) -> Result? {
    guard let lock = try lock(mode) else { return nil }
    let result = try body()
    lock.release()
    return result
  }

  /// Does `body` under the exclusive lock if it comes free within two seconds; nil, without doing it,
  /// when it does not, because a backup holds it for as long as it takes, or the tree is no longer there.
  public func ifNobodyIsInAStep<Result>(_ body: () throws(SparkError) -> Result) throws(SparkError)
    -> Result?
  {
    for _ in 0..<100 {
      if let lock = try FileLock.attempt(root, RawPath(TreeLayout.lock), .exclusive) {
        let standing = try home.root.statusIfAny(RawPath(StoreLayout.tree(number)))
        guard try standing?.identity == root.status().identity else { return nil }
        let result = try body()
        lock.release()
        return result
      }
      Pause.sleep(milliseconds: 20)
    }
    return nil
  }

  /// Takes the lock shared, for an import; nil when `current` no longer is this tree.
  public func lockToImport() throws(SparkError) -> FileLock? {
    guard let lock = try lock(.shared) else { return nil }
    guard try home.currentNumber() == number else { return nil }
    return lock
  }

  /// The ledger of what is held.
  public var ledger: HeldBytes { HeldBytes(root: root, held: held, tmp: tmp) }
}

/// Turns a record's parse error into an error that names the file.
public enum StoreRecord {
  /// Parses, or throws `malformed` with the path.
  public static func parse<Value>(
    _ bytes: [UInt8], _ path: RawPath, _ parse: ([UInt8]) throws(FormatError) -> Value
  ) throws(SparkError) -> Value {
    do { return try parse(bytes) } catch {
      throw SparkError(
        .malformed, "read", path,
        Sentence.place(.recordUnreadable(path: path.shown, why: error.message)).text)
    }
  }
}
