internal import CSparkShim
internal import Glibc

// Every rename, link, unlink, mkdir and flush of Spark stands in this file, so that its durability
// can be read in one place. Publishing is: make under tmp/, flush the file, link or rename into
// place, flush the directory. Nothing here flushes by itself unless its name says so: a batch
// shares flushes.

extension Directory {
  /// Makes a file under a name that must be free, with these bytes and this mode; not flushed.
  public func create(_ name: RawPath, _ bytes: [UInt8], mode: UInt32) throws(SparkError) {
    try newFile(name, mode: mode).write(bytes)
  }

  /// As ``create(_:_:mode:)``, in the place of what a crash has left there.
  public func createAnew(_ name: RawPath, _ bytes: [UInt8], mode: UInt32) throws(SparkError) {
    do throws(SparkError) { try create(name, bytes, mode: mode) } catch {
      guard error.code == .exists else { throw error }
      try remove(name)
      try create(name, bytes, mode: mode)
    }
  }

  /// Gives a file one more name; false when the name is taken already.
  ///
  /// Throws `crossesFileSystems` for EXDEV, EMLINK and EOPNOTSUPP, `notPermitted` for EPERM: then copy.
  @discardableResult
  public func linkNew(_ name: RawPath, to target: Directory, _ newName: RawPath) throws(SparkError)
    -> Bool
  {
    let result = name.withPointer { from in
      newName.withPointer { spark_link(number, from, target.number, $0) }
    }
    if result == -EEXIST { return false }
    try check(result, "link", target.full(newName))
    return true
  }

  /// Makes a file without a name, gone with its descriptor unless it is linked before; nil where the
  /// file system or the system has no such files.
  public func unnamedFile(mode: UInt32) throws(SparkError) -> Descriptor? {
    guard Environment.linksOpenFiles else { return nil }
    let result = spark_open_unnamed(number, mode)
    if [-EOPNOTSUPP, -EISDIR, -ENOENT, -EINVAL].contains(result) { return nil }
    return Descriptor(number: try check(result, "open", path), path: full("(no name)"))
  }

  /// Renames onto a name that must be free; false when it is taken.
  ///
  /// The rename decides between two processes.
  ///
  /// Where the file system has no exclusive rename, a link and an unlink do the same for files, and for
  /// directories a plain rename, which replaces nothing but an empty one.
  @discardableResult
  public func renameNew(_ name: RawPath, to target: Directory, _ newName: RawPath)
    throws(SparkError) -> Bool
  {
    let result = name.withPointer { from in
      newName.withPointer { spark_rename_new(number, from, target.number, $0) }
    }
    if result == -EEXIST { return false }
    if result == -EINVAL || result == -ENOSYS {
      if try status(name).kind == .directory {
        return try renameDirectory(name, to: target, newName)
      }
      guard try linkNew(name, to: target, newName) else { return false }
      try remove(name)
      return true
    }
    try check(result, "rename", full(name))
    return true
  }

  private func renameDirectory(_ name: RawPath, to target: Directory, _ newName: RawPath)
    throws(SparkError) -> Bool
  {
    let result = name.withPointer { from in
      newName.withPointer { spark_rename(number, from, target.number, $0) }
    }
    if result == -EEXIST || result == -ENOTEMPTY || result == -ENOTDIR { return false }
    try check(result, "rename", full(name))
    return true
  }

  /// Moves a name; false when it is no longer there, because another process was first.
  @discardableResult
  public func move(_ name: RawPath, to target: Directory, _ newName: RawPath) throws(SparkError)
    -> Bool
  {
    let result = name.withPointer { from in
      newName.withPointer { spark_rename(number, from, target.number, $0) }
    }
    if result == -ENOENT { return false }
    try check(result, "rename", full(name))
    return true
  }

  /// Replaces `newName` by the file `name`; readers see the one or the other, whole.
  public func replace(_ name: RawPath, to target: Directory, _ newName: RawPath) throws(SparkError)
  {
    let result = name.withPointer { from in
      newName.withPointer { spark_rename(number, from, target.number, $0) }
    }
    try check(result, "rename", full(name))
  }

  /// Makes a symbolic link; false when the name is taken.
  @discardableResult
  public func linkSymbolically(_ name: RawPath, to destination: String) throws(SparkError) -> Bool {
    let result = RawPath(destination).withPointer { target in
      name.withPointer { spark_symlink(target, number, $0) }
    }
    if result == -EEXIST { return false }
    try check(result, "make the link", full(name))
    return true
  }

  /// Makes a directory; false when the name is taken.
  @discardableResult
  public func makeDirectory(_ name: RawPath, mode: UInt32 = 0o700) throws(SparkError) -> Bool {
    let result = name.withPointer { spark_mkdir(number, $0, mode) }
    if result == -EEXIST { return false }
    try check(result, "make the directory", full(name))
    return true
  }

  /// Removes a file's name; false when it was not there.
  @discardableResult
  public func remove(_ name: RawPath) throws(SparkError) -> Bool {
    let result = name.withPointer { spark_unlink(number, $0) }
    if result == -ENOENT { return false }
    try check(result, "remove", full(name))
    return true
  }

  /// Removes an empty directory; false when it is not there or not empty.
  @discardableResult
  public func removeDirectory(_ name: RawPath) throws(SparkError) -> Bool {
    let result = name.withPointer { spark_rmdir(number, $0) }
    if result == -ENOENT || result == -ENOTEMPTY || result == -EEXIST { return false }
    try check(result, "remove the directory", full(name))
    return true
  }

  /// Removes a name and, where it is a directory, all below it; links are removed, not followed.
  public func removeTree(_ name: RawPath) throws(SparkError) {
    guard let found = try statusIfAny(name) else { return }
    if found.kind == .directory {
      let inner = try directory(name)
      for child in try inner.names() { try inner.removeTree(RawPath(child)) }
      try removeDirectory(name)
    } else {
      try remove(name)
    }
  }

  /// Sets the permission bits of the directory itself.
  public func setMode(_ mode: UInt32) throws(SparkError) {
    try check(spark_chmod(number, mode), "chmod", path)
  }

  /// Flushes the directory itself: the names made in it and taken from it.
  public func flush() throws(SparkError) {
    try check(spark_sync_file(number), "flush", path)
  }

  /// Up to so many files, flushing each file and directory by itself is the faster way; for more of them one
  /// flush of the whole file system is.
  public static let flushedAloneUpTo = 3

  /// Flushes everything on the directory's file system, and reports write errors met since this
  /// descriptor was opened.
  public func flushFileSystem() throws(SparkError) {
    try check(spark_sync_filesystem(number), "flush the file system of", path)
  }

  /// Writes a small file durably in one go: made in `temporary`, flushed, renamed over `name` here,
  /// this directory flushed.
  public func replaceDurably(
    _ name: RawPath, _ bytes: [UInt8], mode: UInt32 = 0o600, temporary: Directory, unique: String
  ) throws(SparkError) {
    let draft = RawPath(unique)
    try temporary.remove(draft)
    let file = try temporary.newFile(draft, mode: mode)
    try file.write(bytes)
    try file.flush()
    try temporary.replace(draft, to: self, name)
    try flush()
  }
}

extension Descriptor {
  /// Gives the open file, which may have none yet, a name; false when that is taken.
  @discardableResult
  public func linkNew(to directory: Directory, _ name: RawPath) throws(SparkError) -> Bool {
    let result = name.withPointer { spark_link_open(number, directory.number, $0) }
    if result == -EEXIST { return false }
    try check(result, "link", directory.full(name))
    return true
  }

  /// Flushes data and metadata.
  public func flush() throws(SparkError) { try check(spark_sync_file(number), "flush", path) }

  /// Flushes the data, and the metadata needed to read it.
  public func flushData() throws(SparkError) { try check(spark_sync_data(number), "flush", path) }

  /// Sends part of a file on its way to the disk, so that a later flush has less to wait for.
  ///
  /// Nothing is durable by this.
  public func startWriting(at place: Int64, count: Int64) throws(SparkError) {
    let result = spark_start_writing(number, place, count)
    if result == -EINVAL || result == -ESPIPE || result == -ENOSYS { return }
    try check(result, "write", path)
  }

  /// Waits for pages under way and reports a late write error, without another flush of the disk.
  public func waitWritten() throws(SparkError) {
    let result = spark_wait_written(number)
    // Where the file system has no such call, the whole flush before it has to do.
    if result == -EINVAL || result == -ESPIPE || result == -ENOSYS { return }
    try check(result, "flush", path)
  }
}
