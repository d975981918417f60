internal import CSparkShim
internal import Glibc

/// The two streams that a process writes to: data goes to one, what is said about it to the other.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  private var name: RawPath { self == .output ? "standard output" : "standard error" }

  /// Writes all bytes; a full disk, a closed pipe and a closed stream are errors, not silence.
  public func write(_ bytes: [UInt8]) throws(SparkError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { spark_write(rawValue, $0.baseAddress, $0.count) }
      if written == -Int(EAGAIN) {
        // Another program made the shared terminal or pipe non-blocking.
        waitUntilWritable()
      } else {
        rest = rest.dropFirst(try check(written, "write", name))
      }
    }
  }

  private func waitUntilWritable() {
    var wanted = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    _ = poll(&wanted, 1, -1)
  }

  /// Whether a person is looking.
  public var isTerminal: Bool { spark_is_terminal(rawValue) == 1 }

  /// The terminal's width, or 80 where there is none.
  public var columns: Int { Int(spark_terminal_columns(rawValue)) }

  /// Fills the numbers 0 to 2 where the caller closed them, so that no file of the store gets one
  /// and is written to as if it were a stream; reading or writing such a stream fails.
  public static func occupyNumbers() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is taken, and it is opened the wrong way round on purpose.
      _ = Glibc.open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
