internal import CSparkShim
internal import Glibc

/// An open file that this value owns; it is closed when the value ends.
///
/// Errors of the closing `deinit` are lost, so what must be durable is flushed before.
public struct Descriptor: ~Copyable, Sendable {
  let number: Int32
  /// The path it was opened by, for messages.
  public let path: RawPath

  init(number: Int32, path: RawPath) {
    self.number = number
    self.path = path
  }

  deinit { _ = spark_close(number) }

  /// Standard input, as a second descriptor of the same file.
  public static func standardInput() throws(SparkError) -> Descriptor {
    Descriptor(
      number: try check(spark_duplicate(0), "read", "standard input"), path: "standard input")
  }

  /// Opens what a person has named, to read it: links are followed and a pipe is waited for.
  public init(named path: RawPath) throws(SparkError) {
    let flags = Int32(SPARK_FOLLOW | SPARK_WAIT)
    let result = path.withPointer { spark_open(AT_FDCWD, $0, flags, 0) }
    self.init(number: try check(result, "open", path), path: path)
  }

  /// What the system says of the open file.
  public func status() throws(SparkError) -> FileStatus {
    var raw = spark_status()
    try check(spark_stat(number, &raw), "stat", path)
    return FileStatus(raw)
  }

  /// Reads into `buffer` from the current place; 0 at the end of the file.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SparkError) -> Int {
    try check(spark_read(number, buffer.baseAddress, buffer.count), "read", path)
  }

  /// Reads into `buffer` from a place of its own; less than its length only at the end of the file.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int64) throws(SparkError)
    -> Int
  {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try check(
        spark_pread(number, rest.baseAddress, rest.count, place + Int64(done)), "read", path)
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads into an array from a place of its own; it becomes shorter only at the end of the file.
  public func read(into bytes: inout [UInt8], at place: Int64) throws(SparkError) {
    var failure: SparkError?
    var count = 0
    bytes.withUnsafeMutableBytes { room in
      do throws(SparkError) { count = try read(into: room, at: place) } catch { failure = error }
    }
    if let failure { throw failure }
    bytes.removeLast(bytes.count - count)
  }

  /// Reads the whole file from its beginning, at most `limit` bytes; longer is an error.
  public func contents(limit: Int = 16 << 20) throws(SparkError) -> [UInt8] {
    var all = [UInt8]()
    var failure: Int32 = 0
    let first = max(4096, min(limit, 65536))
    var size = first
    while true {
      let offset = all.count
      let part = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let result = spark_pread(number, buffer.baseAddress, buffer.count, Int64(offset))
        if result < 0 { failure = Int32(-result) }
        count = max(0, result)
      }
      if failure != 0 { throw SparkError("read", path, errno: failure) }
      if part.isEmpty { return all }
      if all.isEmpty { all = part } else { all.append(contentsOf: part) }
      if all.count > limit {
        throw SparkError(.malformed, "read", path, "\(path.description) is too long to be a record")
      }
      if part.count < size, part.count < 4096 { return all }
      size = 65536
    }
  }

  /// Reads to the end from the current place, which may be a pipe's; longer than `limit` is an error.
  public func rest(limit: Int) throws(SparkError) -> [UInt8] {
    var all = [UInt8]()
    while true {
      var length = 0
      let part = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
        length = spark_read(number, buffer.baseAddress, buffer.count)
        count = max(0, length)
      }
      try check(length, "read", path)
      if part.isEmpty { return all }
      all.append(contentsOf: part)
      if all.count > limit {
        throw SparkError(.malformed, "read", path, "\(path.description) is too long")
      }
    }
  }

  /// Writes all bytes at the current place.
  public func write(_ bytes: [UInt8]) throws(SparkError) {
    var failure: Int32 = 0
    bytes.withUnsafeBytes { failure = writeAll($0) }
    if failure != 0 { throw SparkError("write", path, errno: failure) }
  }

  /// Writes all bytes at the current place.
  public func write(_ buffer: UnsafeRawBufferPointer) throws(SparkError) {
    let failure = writeAll(buffer)
    if failure != 0 { throw SparkError("write", path, errno: failure) }
  }

  /// Writes all bytes at a place of their own; the current place stays.
  public func write(_ bytes: [UInt8], at place: Int64) throws(SparkError) {
    var failure: SparkError?
    bytes.withUnsafeBytes { buffer in
      do throws(SparkError) { try write(buffer, at: place) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes all bytes at a place of their own; the current place stays.
  public func write(_ buffer: UnsafeRawBufferPointer, at place: Int64) throws(SparkError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
      done += try check(
        spark_pwrite(number, rest.baseAddress, rest.count, place + Int64(done)), "write", path)
    }
  }

  private func writeAll(_ buffer: UnsafeRawBufferPointer) -> Int32 {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
      let written = spark_write(number, rest.baseAddress, rest.count)
      if written < 0 { return Int32(-written) }
      done += written
    }
    return 0
  }

  /// Goes back to the beginning.
  public func rewind() throws(SparkError) { try check(spark_rewind(number), "seek", path) }

  /// Sets the permission bits.
  public func setMode(_ mode: UInt32) throws(SparkError) {
    try check(spark_chmod(number, mode), "chmod", path)
  }

  /// Copies up to `count` bytes from `source` inside the kernel, as a reflink where there is one;
  /// 0 at the end of the source.
  ///
  /// Fails with `crossesFileSystems` (or `io` for EINVAL) where the kernel cannot; then read and write.
  public func copyRange(from source: borrowing Descriptor, count: Int) throws(SparkError) -> Int {
    try check(spark_copy_range(source.number, number, count), "copy", source.path)
  }
}
