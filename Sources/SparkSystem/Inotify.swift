internal import CSparkShim
internal import Glibc

/// The kernel's hints that something happened in a directory; a scan is the truth.
public final class Inotify: Sendable {
  private let number: Int32

  /// Starts without any watch.
  public init() throws(SparkError) {
    number = try check(spark_inotify(), "watch", "inotify")
  }

  deinit { _ = spark_close(number) }

  /// Watches a directory; false when the system's limit of watches is reached.
  public func watch(_ directory: Directory) throws(SparkError) -> Bool {
    let result = spark_inotify_add_fd(number, directory.number)
    if result == -ENOSPC || result == -EMFILE { return false }
    try check(result, "watch", directory.path)
    return true
  }

  /// What the hints said.
  public struct Events: Sendable {
    /// Something was made, closed after writing or moved in.
    public var changed = false
    /// The queue overflowed: hints were lost.
    public var overflowed = false
    /// A watched directory is gone or was moved.
    public var lostDirectory = false
    /// A directory was made or moved in, and needs a watch of its own.
    public var newDirectory = false
  }

  /// Waits for hints, for a signal or for the time to pass, and takes all hints that are there.
  public func wait(milliseconds: Int, signals: SignalReader?) throws(SparkError) -> Events {
    var events = Events()
    let ready = try check(
      spark_wait_readable(number, signals?.number ?? -1, Int32(clamping: milliseconds)), "wait for",
      "inotify")
    guard ready & 1 != 0 else { return events }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = spark_read(number, buffer.baseAddress, buffer.count)
      if count == -Int(EAGAIN) || count == 0 { return events }
      try check(count, "read", "inotify")
      var offset = 0
      while offset < count {
        // struct inotify_event: watch 4, mask 4, cookie 4, length 4, name.
        let mask = buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        offset += 16 + length
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { events.overflowed = true }
        if mask & UInt32(IN_DELETE_SELF) | mask & UInt32(IN_MOVE_SELF) | mask & UInt32(IN_IGNORED)
          != 0
        {
          events.lostDirectory = true
        }
        if mask & UInt32(IN_ISDIR) != 0 { events.newDirectory = true }
        events.changed = true
      }
    }
  }
}

/// Waits, unless a signal asks to stop.
public enum Pause {
  /// Sleeps for a time in milliseconds; ends early when a signal has come.
  public static func sleep(milliseconds: Int, signals: SignalReader? = nil) {
    _ = spark_wait_readable(-1, signals?.number ?? -1, Int32(clamping: milliseconds))
  }
}
