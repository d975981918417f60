internal import Synchronization

/// Random numbers that nobody can guess.
public enum Entropy {
  /// Two random numbers.
  public static func pair() -> (UInt64, UInt64) {
    pool.withLock { pool in
      if pool.count < 2 {
        // One call for many ids: 10,000 captures need no 10,000 calls.
        var generator = SystemRandomNumberGenerator()
        pool = (0..<128).map { _ in generator.next() }
      }
      return (pool.removeLast(), pool.removeLast())
    }
  }

  private static let pool = Mutex<[UInt64]>([])
}
