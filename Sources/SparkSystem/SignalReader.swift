internal import CSparkShim
internal import Glibc

/// SIGTERM, SIGINT and SIGHUP, read like a file instead of interrupting the work.
///
/// Make it before any thread starts: threads inherit the blocked signals.
public final class SignalReader: Sendable {
  let number: Int32

  /// Blocks the signals and starts to collect them.
  public init() throws(SparkError) {
    number = try check(spark_signals(), "watch", "signals")
  }

  deinit { _ = spark_close(number) }

  /// Whether the process was asked to stop since the last call.
  public func stopRequested() -> Bool {
    let signal = spark_next_signal(number)
    return signal == SIGTERM || signal == SIGINT || signal == SIGHUP
  }
}
