import SparkSystem
import Synchronization
import Testing

/// Two steps on several threads: the second in order, each slot one piece's at a time.
@Suite struct RelayTests {
  private final class Record: Sendable {
    let pieces = Mutex<[Int]>([])
    let owners: Mutex<[Int]>
    let faults = Mutex(0)

    init(slots: Int) { owners = Mutex([Int](repeating: -1, count: slots)) }

    func take(_ slot: Int, _ piece: Int) {
      let free = owners.withLock { owners in
        defer { owners[slot] = piece }
        return owners[slot] == -1
      }
      if !free { faults.withLock { $0 += 1 } }
    }

    func give(_ slot: Int, _ piece: Int) {
      let own = owners.withLock { owners in
        defer { owners[slot] = -1 }
        return owners[slot] == piece
      }
      if !own { faults.withLock { $0 += 1 } }
      pieces.withLock { $0.append(piece) }
    }
  }

  @Test func theSecondStepIsInOrder() {
    for (count, threads, slots) in [(0, 1, 1), (1, 4, 1), (500, 1, 1), (500, 4, 3), (500, 3, 8)] {
      let record = Record(slots: slots)
      Workers.relay(count, threads: threads, slots: slots) { slot, piece in
        record.take(slot, piece)
      } then: { slot, piece in
        record.give(slot, piece)
        return true
      }
      #expect(record.pieces.withLock { $0 } == Array(0..<count), "\(count) \(threads) \(slots)")
      #expect(record.faults.withLock { $0 } == 0)
    }
  }

  @Test func falseEndsIt() {
    for threads in [1, 4] {
      let record = Record(slots: 6)
      Workers.relay(500, threads: threads, slots: 6) { slot, piece in
        record.take(slot, piece)
      } then: { slot, piece in
        record.give(slot, piece)
        return piece < 20
      }
      #expect(record.pieces.withLock { $0 } == Array(0...20))
    }
  }
}
