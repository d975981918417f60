internal import CSparkShim
internal import Glibc

/// A `flock` held for as long as this value lives; the kernel drops it when the process dies.
///
/// `flock`, so that a shell can take part: `flock -s endpoints/1/lock rsync ...`.
public struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor

  /// Whether the lock shuts out all others or only exclusive ones.
  public enum Mode: Sendable { case shared, exclusive }

  /// Takes the lock on `name`, making the file when it is not there, and waits for it.
  ///
  /// The file's inode is compared with the name's afterwards, so a lock is never held on a file
  /// that was replaced or removed meanwhile.
  public init(_ directory: Directory, _ name: RawPath, _ mode: Mode) throws(SparkError) {
    while true {
      let file = try directory.fileToAppend(name)
      try check(spark_lock(file.number, mode == .exclusive ? 1 : 0, 1), "lock", file.path)
      if try Self.isCurrent(file, directory, name) {
        self.file = file
        return
      }
    }
  }

  /// Takes the lock without waiting; nil when another holds it, or the file is not there (any more).
  public static func attempt(_ directory: Directory, _ name: RawPath, _ mode: Mode)
    throws(SparkError) -> FileLock?
  {
    let file: Descriptor
    do { file = try directory.file(name) } catch {
      if error.code == .missing { return nil }
      throw error
    }
    guard try attempt(file, mode), try isCurrent(file, directory, name) else { return nil }
    return FileLock(holding: file)
  }

  static func attempt(_ file: borrowing Descriptor, _ mode: Mode) throws(SparkError) -> Bool {
    let result = spark_lock(file.number, mode == .exclusive ? 1 : 0, 0)
    if result == -EWOULDBLOCK { return false }
    try check(result, "lock", file.path)
    return true
  }

  private init(holding file: consuming Descriptor) { self.file = file }

  private static func isCurrent(
    _ file: borrowing Descriptor, _ directory: Directory, _ name: RawPath
  ) throws(SparkError) -> Bool {
    try directory.statusIfAny(name)?.identity == (try file.status()).identity
  }

  /// Gives the lock back.
  ///
  /// Its use at the end of a scope is what keeps the lock until there.
  public consuming func release() {}

  /// The locked file, to read or append while the lock is held.
  public func withFile<Result>(_ body: (borrowing Descriptor) throws(SparkError) -> Result)
    throws(SparkError) -> Result
  {
    try body(file)
  }

  /// Whether two locks on one file shut each other out here; false on file systems whose locks
  /// say yes to everybody.
  public static func work(in directory: Directory, _ name: RawPath) throws(SparkError) -> Bool {
    let first = try directory.file(name)
    let second = try directory.file(name)
    do {
      // Refused already: another tool holds it just now, so locks do work.
      guard try attempt(first, .exclusive) else { return true }
      return try !attempt(second, .exclusive)
    } catch {
      if error.errno == ENOLCK || error.errno == EOPNOTSUPP || error.errno == ENOSYS {
        return false
      }
      throw error
    }
  }
}

extension Directory {
  /// Locks the directory itself for as long as this value lives; false when another holds it.
  public func lockItself() throws(SparkError) -> Bool {
    let result = spark_lock(number, 1, 0)
    if result == -EWOULDBLOCK { return false }
    try check(result, "lock", path)
    return true
  }
}
