internal import CSparkShim
internal import Glibc

/// An open directory; everything below it is reached by the `*at` calls, so that a name swapped
/// above it changes nothing.
///
/// No call follows a symbolic link in the last component of a path, and none opens a pipe or a
/// device in a way that waits.
public final class Directory: Sendable {
  let number: Int32
  /// The path it was opened by, for messages.
  public let path: RawPath

  init(number: Int32, path: RawPath) {
    self.number = number
    self.path = path
  }

  deinit { _ = spark_close(number) }

  /// Opens a directory by a path of the user's, in which links are followed.
  public convenience init(path: RawPath) throws(SparkError) {
    let flags = Int32(SPARK_DIRECTORY | SPARK_FOLLOW)
    let result = path.withPointer { spark_open(AT_FDCWD, $0, flags, 0) }
    self.init(number: try check(result, "open", path), path: path)
  }

  /// The full path of a name in here, for messages.
  public func full(_ name: RawPath) -> RawPath { path.appending(name.bytes) }

  /// Opens a directory below this one.
  public func directory(_ name: RawPath) throws(SparkError) -> Directory {
    Directory(
      number: try open(name, Int32(SPARK_DIRECTORY)), path: full(name))
  }

  /// Opens a file to read it.
  public func file(_ name: RawPath) throws(SparkError) -> Descriptor {
    Descriptor(number: try open(name, 0), path: full(name))
  }

  /// Opens a file to append to it or to lock it; it is made when it is not there.
  public func fileToAppend(_ name: RawPath, mode: UInt32 = 0o600) throws(SparkError) -> Descriptor {
    let flags =
      SPARK_READ_WRITE | SPARK_CREATE | SPARK_EXISTING
      | SPARK_APPEND
    return Descriptor(number: try open(name, Int32(flags), mode), path: full(name))
  }

  /// Makes a new file to write and read; fails with `exists` when the name is taken.
  public func newFile(_ name: RawPath, mode: UInt32) throws(SparkError) -> Descriptor {
    let flags = SPARK_READ_WRITE | SPARK_CREATE
    return Descriptor(number: try open(name, Int32(flags), mode), path: full(name))
  }

  private func open(_ name: RawPath, _ flags: Int32, _ mode: UInt32 = 0) throws(SparkError) -> Int32
  {
    try check(name.withPointer { spark_open(number, $0, flags, mode) }, "open", full(name))
  }

  /// The whole contents of a small file.
  public func contents(_ name: RawPath, limit: Int = 16 << 20) throws(SparkError) -> [UInt8] {
    try file(name).contents(limit: limit)
  }

  /// The whole contents of a small file, or nil when it is not there.
  public func contentsIfAny(_ name: RawPath, limit: Int = 16 << 20) throws(SparkError) -> [UInt8]? {
    do { return try contents(name, limit: limit) } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  /// What the system says of a name; a link is not followed.
  public func status(_ name: RawPath) throws(SparkError) -> FileStatus {
    var raw = spark_status()
    try check(name.withPointer { spark_stat_at(number, $0, &raw) }, "stat", full(name))
    return FileStatus(raw)
  }

  /// What the system says of a name, or nil when nothing is there.
  public func statusIfAny(_ name: RawPath) throws(SparkError) -> FileStatus? {
    do { return try status(name) } catch {
      if error.code == .missing || error.code == .wrongKind { return nil }
      throw error
    }
  }

  /// Whether anything stands under this name.
  public func exists(_ name: RawPath) throws(SparkError) -> Bool { try statusIfAny(name) != nil }

  /// What the system says of the directory itself.
  public func status() throws(SparkError) -> FileStatus {
    var raw = spark_status()
    try check(spark_stat(number, &raw), "stat", path)
    return FileStatus(raw)
  }

  /// Where a symbolic link points.
  public func readLink(_ name: RawPath) throws(SparkError) -> [UInt8] {
    var length = 0
    let target = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      length = name.withPointer { pointer in
        buffer.withMemoryRebound(to: CChar.self) {
          spark_readlink(number, pointer, $0.baseAddress, $0.count)
        }
      }
      count = max(0, length)
    }
    try check(length, "read the link", full(name))
    return target
  }

  /// The kind and the free space of the file system it lies on.
  public func fileSystem() throws(SparkError) -> FileSystem {
    var raw = spark_filesystem()
    try check(spark_filesystem_of(number, &raw), "statfs", path)
    return FileSystem(raw)
  }
}
