import SparkFormat
import SparkStore
import SparkSystem
import Testing

@testable import SparkDelivery

@Suite struct TableTests {
  @Test func delaysDoubleUpToSixHours() {
    let expected: [Int64] = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600]
    #expect((1...12).map(Backoff.delay) == expected)
    #expect(Backoff.delay(0) == 30 && Backoff.delay(Int.max) == 21600)
    let now = Timestamp(seconds: 1_800_000_000)
    for attempts in 1...12 {
      let due = Backoff.due(after: attempts, from: now).seconds - now.seconds
      #expect(due <= Backoff.delay(attempts) && due >= Backoff.delay(attempts) * 3 / 4)
    }
  }

  @Test func aTimeTooFarOffIsNow() {
    let now = Timestamp(seconds: 1_800_000_000)
    let table: [(Int64, Int, Bool)] = [
      (-1, 1, true), (0, 1, true), (29, 1, false), (30, 1, false), (31, 1, true),
      (21600, 11, false), (21601, 11, true), (1 << 40, 3, true),
    ]
    for (ahead, attempts, isDue) in table {
      let due = Timestamp(seconds: now.seconds + ahead)
      #expect(Backoff.isDue(due, attempts: attempts, now: now) == isDue, "\(ahead)")
    }
    #expect(Backoff.isDue(nil, attempts: 3, now: now))
  }

  @Test func answersOfARegister() {
    let table = VerdictTable(name: "nas", path: "/mnt/nas")
    let rows: [(Int32, VerdictTable.Step, String)] = [
      (2, .identify, "weather"), (107, .identify, "weather"), (116, .identify, "weather"),
      (5, .identify, "weather"), (13, .identify, "weather"), (28, .bytes, "weather"),
      (122, .bytes, "weather"), (30, .bytes, "weather"), (5, .bytes, "weather"),
      (19, .bytes, "weather"), (116, .record, "weather"), (13, .record, "verdict"),
      (27, .bytes, "tooLarge"), (20, .bytes, "verdict"),
    ]
    for (errno, step, expected) in rows {
      let answer = table.register(SparkError("write", "x", errno: errno), at: step, size: 5 << 30)
      let name =
        switch answer {
        case .weather: "weather"
        case .verdict: "verdict"
        case .blocked(let reason, _): reason.rawValue
        case .failed: "failed"
        case .sealAgain: "sealAgain"
        }
      #expect(name == expected, "errno \(errno)")
    }
  }

  @Test func largeObjectsGoAlone() throws {
    let sizes: [Int64] =
      [1, 70 << 20, 1, 30 << 20, 33 << 20, 2 << 20] + Array(repeating: 1, count: Batches.rows)
    let parcels = sizes.map { size in
      let id = CaptureID.fresh()
      let record = CaptureRecord(
        id: id, time: .now(), zone: "UTC", name: FileName("x"), type: "x", size: size,
        object: Digest(Blake2b256.hash([])), inbox: "inbox")
      return Parcel(truth: [], record: record, row: RowRecord(id: id), origin: .staged)
    }
    #expect(Batches.split(parcels).map(\.count) == [1, 1, 3, Batches.rows, 1])
  }
}
