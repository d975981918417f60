import SparkSystem
import Synchronization
import Testing

/// Steps on several threads: chains in order, each slot one piece's at a time.
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

  private final class Cell<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }

  @Test func theSecondStepIsInOrder() {
    for (count, threads, slots) in [(0, 1, 1), (1, 4, 1), (500, 1, 1), (500, 4, 3), (500, 3, 8)] {
      let record = Record(slots: slots)
      Workers.relay(
        count, threads: threads, slots: slots, { record.take($0, $1) },
        then: [
          {
            record.give($0, $1)
            return true
          }
        ])
      #expect(record.pieces.withLock { $0 } == Array(0..<count), "\(count) \(threads) \(slots)")
      #expect(record.faults.withLock { $0 } == 0)
    }
  }

  @Test func eachChainIsInOrderAndASlotWaitsForAll() {
    for (threads, slots) in [(1, 1), (2, 6), (4, 3), (4, 10)] {
      let seen = [Cell([Int]()), Cell([Int]())]
      let taken = (0..<slots).map { _ in Cell(0) }
      let faults = Mutex(0)
      Workers.relay(
        500, threads: threads, slots: slots,
        { slot, _ in
          let isFree = taken[slot].value.withLock { count in
            defer { count = 2 }
            return count == 0
          }
          if !isFree { faults.withLock { $0 += 1 } }
        },
        then: seen.indices.map { chain in
          { slot, piece in
            seen[chain].value.withLock { $0.append(piece) }
            taken[slot].value.withLock { $0 -= 1 }
            return true
          }
        })
      for pieces in seen { #expect(pieces.value.withLock { $0 } == Array(0..<500)) }
      #expect(faults.withLock { $0 } == 0)
    }
  }

  @Test func falseEndsIt() {
    for threads in [1, 4] {
      let record = Record(slots: 6)
      Workers.relay(
        500, threads: threads, slots: 6, { record.take($0, $1) },
        then: [
          {
            record.give($0, $1)
            return $1 < 20
          }
        ])
      #expect(record.pieces.withLock { $0 } == Array(0...20))
    }
  }
}
