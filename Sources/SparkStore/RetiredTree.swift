public import SparkFormat
public import SparkSystem

/// A tree that was left: nobody can get into it any more, and it waits to be erased.
///
/// It may be removed by half, so nothing in it is expected to be there.
public final class RetiredTree: Sendable {
  /// The number it had.
  public let number: Int
  /// The tree's own id.
  public let id: CaptureID
  /// Whether it was decided to erase it, whatever it holds.
  public let isErasing: Bool
  private let home: StoreHome
  private let name: RawPath
  private let retired: Directory
  private let root: Directory

  /// Opens one by its name in `retired/`; nil when that is no tree's.
  init?(_ home: StoreHome, name: String) throws(SparkError) {
    guard let (number, id, isErasing) = StoreLayout.retired(name) else { return nil }
    self.number = number
    self.id = id
    self.isErasing = isErasing
    self.home = home
    self.name = RawPath(name)
    retired = try home.root.directory(RawPath(StoreLayout.retired))
    root = try retired.directory(self.name)
  }

  /// What the endpoint was called.
  public var endpointName: String {
    let bytes = try? root.contents(RawPath(TreeLayout.endpoint), limit: 1 << 20)
    return bytes.flatMap { try? EndpointRecord(parsing: $0) }?.name ?? "endpoint \(number)"
  }

  /// How many captures in it were never sent, by names alone.
  public func unsent() throws(SparkError) -> Int {
    guard let captures = try directory(TreeLayout.captures) else { return 0 }
    let discarding = try directory(TreeLayout.journal)?.names().compactMap {
      TreeLayout.discarded($0)
    }
    var count = 0
    for year in try captures.names() {
      guard let months = try? captures.directory(RawPath(year)) else { continue }
      for month in try months.names() {
        guard let directory = try? months.directory(RawPath(month)) else { continue }
        let names = try MonthNames(directory)
        for id in names.truths
        where !names.hasReceipt(id) && discarding?.contains(id) != true { count += 1 }
      }
    }
    return count
  }

  private func directory(_ path: String) throws(SparkError) -> Directory? {
    do { return try root.directory(RawPath(path)) } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  /// Where it stands, below the store.
  public var path: String { "\(StoreLayout.retired)/\(name.description)" }

  /// The bytes of its objects.
  public func bytes() throws(SparkError) -> Int64 {
    guard let objects = try directory(TreeLayout.objects) else { return 0 }
    var sum: Int64 = 0
    for shard in try objects.names() {
      guard let directory = try? objects.directory(RawPath(shard)) else { continue }
      for name in try directory.names() {
        sum = sum.addingClamped(try directory.statusIfAny(RawPath(name))?.size ?? 0)
      }
    }
    return sum
  }

  /// Waits until no sender can be in the middle of recording; false when one still is after this time.
  public func waitForCarriers(milliseconds: Int) throws(SparkError) -> Bool {
    let end = Clock.monotonic() + Int64(milliseconds) * 1_000_000
    while try isRecording() {
      if Clock.monotonic() > end { return false }
      Pause.sleep(milliseconds: 20)
    }
    return true
  }

  private func isRecording() throws(SparkError) -> Bool {
    guard let carriers = try directory(TreeLayout.carriers),
      let recording = try directory(TreeLayout.state(.recording))
    else { return false }
    for name in try recording.names() {
      guard let rows = try? recording.directory(RawPath(name)), (try? rows.isEmpty()) == false
      else { continue }
      if let lock = try FileLock.attempt(carriers, RawPath(name), .shared) {
        lock.release()
      } else if try carriers.exists(RawPath(name)) {
        return true
      }
    }
    return false
  }

  /// Waits until nobody is in a step any more; none can begin, for the tree is not under its number.
  public func waitForSteps() throws(SparkError) {
    let lock = try FileLock(root, RawPath(TreeLayout.lock), .exclusive)
    lock.release()
  }

  /// Decides to erase it: from here on whoever meets it goes on, whatever it still holds.
  public func condemn() throws(SparkError) -> RetiredTree {
    if isErasing { return self }
    let doomed = StoreLayout.retiredName(number, id) + StoreLayout.erasing
    try retired.replace(name, to: retired, RawPath(doomed))
    try retired.flush()
    return try RetiredTree(home, name: doomed) ?? self
  }

  /// Erases it, durably.
  ///
  /// The number is remembered where no higher one would tell that it was used.
  public func erase() throws(SparkError) {
    // On a full disk the erasing comes first.
    if try isHighest() { _ = try? retired.makeDirectory(RawPath(String(number))) }
    // A sender that ends just now may still put something into it.
    for _ in 0..<10 where try retired.exists(name) { try retired.removeTree(name) }
    try retired.flushFileSystem()
    try retired.flush()
  }

  private func isHighest() throws(SparkError) -> Bool {
    let trees = try home.treeNumbers()
    let others = try retired.textNames().compactMap { name in
      Int(name) ?? (RawPath(name) == self.name ? nil : StoreLayout.retired(name)?.number)
    }
    return (trees + others).allSatisfy { $0 < number }
  }
}
