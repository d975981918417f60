internal import Glibc
internal import Synchronization

/// Runs independent work on all processors.
public enum Workers {
  /// Calls `body` once for each number below `count`, on up to `threads` threads, each with a
  /// context of its own made by `context`; returns the results in order.
  ///
  /// With one thread or one item everything happens on the calling thread.
  public static func map<Context, Result: Sendable>(
    _ count: Int, threads: Int = Environment.processors,
    context: @escaping @Sendable () -> Context,
    _ body: @escaping @Sendable (Context, Int) -> Result
  ) -> [Result] {
    guard threads > 1, count > 1 else {
      let own = context()
      return (0..<count).map { body(own, $0) }
    }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      let job = Job(count: count) { [base = SendableBase(pointer: buffer.baseAddress)] next in
        let own = context()
        while let place = next() {
          base.pointer.unsafelyUnwrapped.advanced(by: place).initialize(to: body(own, place))
        }
      }
      job.run(threads: min(threads, count))
      initialized = count
    }
  }
}

private struct SendableBase<Element>: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Element>?
}

private final class Job: Sendable {
  private let next = Atomic<Int>(0)
  private let count: Int
  private let work: @Sendable (() -> Int?) -> Void

  init(count: Int, work: @escaping @Sendable (() -> Int?) -> Void) {
    self.count = count
    self.work = work
  }

  func run(threads: Int) {
    var started: [pthread_t] = []
    for _ in 1..<threads {
      var thread = pthread_t()
      let box = Unmanaged.passRetained(self)
      let result = pthread_create(&thread, nil, Self.entry, box.toOpaque())
      // Without another thread the calling one does all of it.
      if result == 0 { started.append(thread) } else { box.release() }
    }
    takeAll()
    for thread in started { pthread_join(thread, nil) }
  }

  private func takeAll() {
    work { [self] in
      let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
      return place < count ? place : nil
    }
  }

  private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { raw in
      guard let raw else { return nil }
      Unmanaged<Job>.fromOpaque(raw).takeRetainedValue().takeAll()
      return nil
    }
}
