internal import Glibc

/// Work in two steps: the first for many pieces at once, then one or more chains, each of which takes one
/// piece after another, in order.
///
/// A thread prefers a chain whose turn it is, the one furthest behind, so no step waits for a
/// thread of its own; where one step alone takes longer than the others, the rest of the threads
/// share what is left.
final class Relay: @unchecked Sendable {
  private let count: Int
  private let slots: Int
  private let first: @Sendable (_ slot: Int, _ piece: Int) -> Void
  private let chains: [Workers.Chain]

  // Guards everything below; `changed` is signalled whenever any of it has changed.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var begun = 0
  // How many pieces each chain has done, and whether it is at one.
  private var finished: [Int]
  private var isBusy: [Bool]
  private var isStopped = false
  // The piece whose first step has been done in each slot.
  private var ready: [Int]

  init(
    count: Int, slots: Int, first: @escaping @Sendable (Int, Int) -> Void, chains: [Workers.Chain]
  ) {
    self.count = count
    self.slots = slots
    self.first = first
    self.chains = chains
    finished = [Int](repeating: 0, count: chains.count)
    isBusy = [Bool](repeating: false, count: chains.count)
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
    while !isStopped, let behind = finished.min(), behind < count {
      if let chain = nextChain() {
        let piece = finished[chain]
        isBusy[chain] = true
        let goesOn = unlocked { chains[chain](piece % slots, piece) }
        isBusy[chain] = false
        finished[chain] += 1
        if !goesOn { isStopped = true }
        pthread_cond_broadcast(changed)
      } else if begun < count, begun < behind + slots {
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

  /// The chain furthest behind of those whose next piece is ready and which no thread is at.
  private func nextChain() -> Int? {
    chains.indices.filter {
      !isBusy[$0] && finished[$0] < count && ready[finished[$0] % slots] == finished[$0]
    }
    .min { finished[$0] < finished[$1] }
  }

  private func unlocked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_unlock(lock)
    defer { pthread_mutex_lock(lock) }
    return body()
  }
}

extension Workers {
  /// Takes a piece from its slot; false ends the work.
  public typealias Chain = @Sendable (_ slot: Int, _ piece: Int) -> Bool

  /// Calls `first` for each piece below `count`, on up to `threads` threads, and each of `chains` for
  /// each piece in order, never twice at once.
  ///
  /// A slot (below `slots`) is a piece's own from its first step until all chains have taken it: memory
  /// for it can be kept there. Chains may be at different pieces at one time, or at the same one.
  public static func relay(
    _ count: Int, threads: Int, slots: Int,
    _ first: @escaping @Sendable (_ slot: Int, _ piece: Int) -> Void, then chains: [Chain]
  ) {
    let relay = Relay(count: count, slots: max(1, slots), first: first, chains: chains)
    _ = map(threads, threads: threads, context: {}) { _, _ in relay.work() }
  }
}
