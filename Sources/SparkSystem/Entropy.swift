internal import CSodium
internal import Synchronization

/// Random numbers that nobody can guess.
public enum Entropy {
  /// Two random numbers.
  public static func pair() -> (UInt64, UInt64) {
    pool.withLock { pool in
      if pool.count < 2 {
        // One call for many ids: 10,000 captures need no 10,000 calls.
        pool = [UInt64](unsafeUninitializedCapacity: 128) { buffer, count in
          count = buffer.count
          randombytes_buf(buffer.baseAddress.unsafelyUnwrapped, count * MemoryLayout<UInt64>.stride)
        }
      }
      return (pool.removeLast(), pool.removeLast())
    }
  }

  private static let pool = Mutex<[UInt64]>([])
}
