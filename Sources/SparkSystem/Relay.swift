internal import Glibc

/// Work in two steps: the first for many pieces at once, the second for one after another, in order.
///
/// A thread prefers the second step of the piece whose turn it is, so neither step waits for a
/// thread of its own; where one step alone takes longer than the other, the rest of the threads
/// share what is left.
final class Relay: @unchecked Sendable {
  private let count: Int
  private let slots: Int
  private let first: @Sendable (_ slot: Int, _ piece: Int) -> Void
  private let second: @Sendable (_ slot: Int, _ piece: Int) -> Bool

  // Guards everything below; `changed` is signalled whenever any of it has changed.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var begun = 0
  private var finished = 0
  private var isFinishing = false
  private var isStopped = false
  // The piece whose first step has been done in each slot.
  private var ready: [Int]

  init(
    count: Int, slots: Int, first: @escaping @Sendable (Int, Int) -> Void,
    second: @escaping @Sendable (Int, Int) -> Bool
  ) {
    self.count = count
    self.slots = slots
    self.first = first
    self.second = second
    ready = [Int](repeating: -1, count: slots)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Takes part until all is done; one thread alone does everything.
  func work() {
    pthread_mutex_lock(lock)
    while !isStopped, finished < count {
      let slot = finished % slots
      if !isFinishing, ready[slot] == finished {
        let piece = finished
        isFinishing = true
        let goesOn = unlocked { second(slot, piece) }
        isFinishing = false
        finished += 1
        if !goesOn { isStopped = true }
        pthread_cond_broadcast(changed)
      } else if begun < count, begun < finished + slots {
        let piece = begun
        begun += 1
        unlocked { first(piece % slots, piece) }
        ready[piece % slots] = piece
        pthread_cond_broadcast(changed)
      } else {
        pthread_cond_wait(changed, lock)
      }
    }
    pthread_mutex_unlock(lock)
  }

  private func unlocked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_unlock(lock)
    defer { pthread_mutex_lock(lock) }
    return body()
  }
}

extension Workers {
  /// Calls `first` for each piece below `count`, on up to `threads` threads, and `second` for each in
  /// order, never two at once; a `second` that returns false ends the work.
  ///
  /// A slot (below `slots`) is a piece's own from its first step to the end of its second: memory
  /// for it can be kept there.
  public static func relay(
    _ count: Int, threads: Int, slots: Int,
    _ first: @escaping @Sendable (_ slot: Int, _ piece: Int) -> Void,
    then second: @escaping @Sendable (_ slot: Int, _ piece: Int) -> Bool
  ) {
    let relay = Relay(count: count, slots: max(1, slots), first: first, second: second)
    _ = map(threads, threads: threads, context: {}) { _, _ in relay.work() }
  }
}
