internal import Glibc
public import SparkSystem

/// Makes and reads the files of a test, ordinary and otherwise; names are bytes.
public enum TestFiles {
  /// Writes a file anew, with exactly this mode whatever the umask.
  public static func write(_ path: RawPath, _ bytes: [UInt8], mode: UInt32 = 0o644) throws {
    try put(path, bytes, O_WRONLY | O_CREAT | O_TRUNC, mode)
  }

  /// Writes a text file anew.
  public static func write(_ path: RawPath, _ text: String, mode: UInt32 = 0o644) throws {
    try write(path, Array(text.utf8), mode: mode)
  }

  /// Writes more at a file's end.
  public static func append(_ path: RawPath, _ bytes: [UInt8]) throws {
    try put(path, bytes, O_WRONLY | O_APPEND, nil)
  }

  /// Makes a file that has a length and no blocks.
  public static func writeSparse(_ path: RawPath, size: Int64) throws {
    try write(path, [])
    try succeed(path.withC { truncate($0, off_t(size)) }, "truncate \(path.text)")
  }

  /// The same bytes for the same seed; they do not compress.
  public static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    var bytes = [UInt8]()
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      withUnsafeBytes(of: state) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The whole contents of a file.
  public static func read(_ path: RawPath) throws -> [UInt8] {
    let descriptor = try succeed(path.withC { open($0, O_RDONLY | O_CLOEXEC) }, "open \(path.text)")
    defer { close(descriptor) }
    var all = [UInt8]()
    while true {
      let part = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
        count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      }
      if part.isEmpty { return all }
      all += part
    }
  }

  /// Makes a directory and those above it that are not there.
  public static func makeDirectory(_ path: RawPath, mode: UInt32 = 0o755) throws {
    let parts = path.bytes.split(separator: UInt8(ascii: "/"))
    var current = RawPath(path.bytes.first == UInt8(ascii: "/") ? "/" : "")
    for part in parts {
      current = current.appending(part)
      if current.withC({ mkdir($0, 0o755) }) < 0, errno != EEXIST {
        try succeed(-1, "mkdir \(current.text)")
      }
    }
    try setMode(path, mode)
  }

  /// Makes a named pipe.
  public static func makePipe(_ path: RawPath) throws {
    try succeed(path.withC { mkfifo($0, 0o644) }, "mkfifo \(path.text)")
  }

  /// Makes a Unix socket that nobody listens on.
  public static func makeSocket(_ path: RawPath) throws {
    let number = try succeed(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), "socket")
    defer { close(number) }
    // An address holds 107 bytes, a test's path often more: bound through the directory's number.
    let cut = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let parent = RawPath(cut.map { path.bytes[..<$0] } ?? ArraySlice(".".utf8))
    let name = cut.map { path.bytes[($0 + 1)...] } ?? path.bytes
    let directory = try succeed(
      parent.withC { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }, "open \(parent.text)")
    defer { close(directory) }
    let short = RawPath("/proc/self/fd/\(directory)").appending(name)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard short.bytes.count < room.count else { throw TestKitError("\(path.text) is too long") }
      room.copyBytes(from: short.bytes)
    }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try succeed(result, "bind \(path.text)")
  }

  /// Makes a device that reads as empty, as `/dev/null`; only root may.
  public static func makeDevice(_ path: RawPath) throws {
    guard geteuid() == 0 else { throw TestKitError.unavailable("only root makes devices") }
    try succeed(path.withC { mknod($0, S_IFCHR | 0o666, 0x103) }, "mknod \(path.text)")
  }

  /// Makes a symbolic link; where it points need not exist.
  public static func makeLink(_ path: RawPath, to target: RawPath) throws {
    try succeed(target.withC { to in path.withC { symlink(to, $0) } }, "symlink \(path.text)")
  }

  /// Gives a file a second name.
  public static func makeHardLink(_ path: RawPath, to existing: RawPath) throws {
    try succeed(existing.withC { from in path.withC { link(from, $0) } }, "link \(path.text)")
  }

  /// Renames.
  public static func rename(_ path: RawPath, to other: RawPath) throws {
    try succeed(
      path.withC { from in other.withC { Glibc.rename(from, $0) } }, "rename \(path.text)")
  }

  /// Removes a name and all below it, if anything is there; other file systems are not entered.
  public static func remove(_ path: RawPath) throws {
    var found = stat()
    guard path.withC({ lstat($0, &found) }) == 0 else { return }
    if found.st_mode & S_IFMT != S_IFDIR {
      try succeed(path.withC { unlink($0) }, "unlink \(path.text)")
      return
    }
    try? setMode(path, 0o700)
    for name in try names(path) {
      let child = path.appending(name)
      var inner = stat()
      guard child.withC({ lstat($0, &inner) }) == 0 else { continue }
      guard inner.st_dev == found.st_dev else {
        throw TestKitError("\(child.text) is still mounted")
      }
      try remove(child)
    }
    try succeed(path.withC { rmdir($0) }, "rmdir \(path.text)")
  }

  /// Sets the permission bits, not through a link.
  public static func setMode(_ path: RawPath, _ mode: UInt32) throws {
    try succeed(path.withC { chmod($0, mode) }, "chmod \(path.text)")
  }

  /// Gives a file to a user and a group, the one of the same number if none is named; only root may.
  public static func setOwner(_ path: RawPath, _ user: UInt32, group: UInt32? = nil) throws {
    try succeed(path.withC { lchown($0, user, group ?? user) }, "chown \(path.text)")
  }

  /// Sets the times of access and modification; the time of change becomes now, always.
  public static func setTimes(_ path: RawPath, seconds: Int64, nanoseconds: Int = 0) throws {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: nanoseconds)
    let result = path.withC { utimensat(AT_FDCWD, $0, [time, time], AT_SYMLINK_NOFOLLOW) }
    try succeed(result, "utimensat \(path.text)")
  }

  /// Whether anything stands there; a link is not followed.
  public static func exists(_ path: RawPath) -> Bool {
    var found = stat()
    return path.withC { lstat($0, &found) } == 0
  }

  /// What the system says of a name; a link is not followed.
  public static func status(_ path: RawPath) throws -> FileStatus {
    let cut = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let parent = RawPath(cut.map { path.bytes[...$0] } ?? ArraySlice("./".utf8))
    return try Directory(path: parent).status(
      RawPath(cut.map { path.bytes[($0 + 1)...] } ?? path.bytes))
  }

  /// The names in a directory, sorted by their bytes.
  public static func names(_ path: RawPath) throws -> [[UInt8]] {
    try Directory(path: path).names().sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Waits until nothing below was changed for a while: a change's time cannot be set back.
  public static func waitUntilQuiet(_ paths: RawPath..., seconds: Double = 2.1) throws {
    let wait = Int64(seconds * 1e9)
    for path in paths {
      try eventually("\(path.text) is quiet", timeout: seconds + 10) {
        let now = Clock.now()
        return try TestTree.read(path, hashing: false).allSatisfy { entry in
          let age = (now.seconds - entry.changed.seconds) * 1_000_000_000
          return age + Int64(now.nanoseconds - entry.changed.nanoseconds) > wait
        }
      }
    }
  }

  private static func put(_ path: RawPath, _ bytes: [UInt8], _ flags: Int32, _ mode: UInt32?) throws
  {
    let descriptor = try succeed(
      path.withC { open($0, flags | O_CLOEXEC, mode ?? 0) }, "open \(path.text)")
    defer { close(descriptor) }
    if let mode { try succeed(fchmod(descriptor, mode), "chmod \(path.text)") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(try succeed(written, "write \(path.text)"))
    }
  }
}
