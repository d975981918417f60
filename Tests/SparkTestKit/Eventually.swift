internal import Glibc
internal import SparkSystem

/// Waits until a condition holds, looking every few milliseconds; throws when it never does.
public func eventually(
  _ what: String, timeout: Double = 30, _ condition: () throws -> Bool
) throws {
  let end = Clock.monotonic() + Int64(timeout * 1e9)
  while true {
    if try condition() { return }
    guard Clock.monotonic() < end else {
      throw TestKitError("waited \(timeout) s in vain until \(what)")
    }
    usleep(5000)
  }
}

/// Waits for a time that a test cannot do without.
public func pause(seconds: Double) { usleep(UInt32(seconds * 1e6)) }
