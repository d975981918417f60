import Glibc
import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct CrashTests {
  static let cases =
    (1...3).map { seed in
      Case("24 photographs in one, killed at random points (\(seed))") { store in
        var generator = Seeded(seed: UInt64(seed))
        let (id, photographs) = try SharesTests.share24(store)
        try Killing.untilDone(
          store, store.call("spark-import", [store.inbox]), &generator,
          steps: [
            ("publish", 0..<1), ("hash", 0..<12), ("hash", 12..<24), ("link", 0..<12),
            ("link", 20..<40), ("publish", 1..<8), ("publish", 8..<16), ("link", 10..<30),
            ("remove", 0..<12), ("remove", 12..<24),
          ])
        try SharesTests.check24(store, id, photographs)
      }
    } + [
      Case("files and folders, killed at random points") { store in
        var generator = Seeded(seed: 4)
        var expected: [String: [UInt8]] = [:]
        let long = String(repeating: "l", count: 240)
        for folder in ["", "a/b/", "\(long)/\(long)/"] {
          if !folder.isEmpty { try TestFiles.makeDirectory(store.file(folder)) }
          for number in 0..<30 {
            let bytes = TestFiles.noise(20_000 + number, seed: UInt64(number % 20))
            try TestFiles.write(store.file("\(folder)n\(expected.count)"), bytes)
            expected["n\(expected.count)"] = bytes
          }
        }
        try TestFiles.waitUntilQuiet(store.inbox)
        try Killing.untilDone(
          store, store.call("spark-import", [store.inbox]), &generator,
          steps: [
            ("claim", 0..<20), ("claim", 20..<40), ("hash", 0..<40), ("link", 0..<20),
            ("link", 40..<60), ("publish", 0..<20), ("publish", 20..<40), ("remove", 0..<60),
            ("remove", 60..<100),
          ])
        let truths = try store.truths()
        try check(truths.count, is: 90)
        for truth in truths {
          let bytes = try TestFiles.read(store.objectPath(truth.object))
          try check(bytes == expected[truth.name.encoded], "\(truth.name.encoded) has other bytes")
        }
        try check(try store.claims(), is: 0)
      },
      Case("a store killed while it is made") { store in
        var generator = Seeded(seed: 5)
        try store.share(["--text", "x"])
        for kill in 0..<10 {
          let running = try store.scratch.start(store.call("spark-import", [store.inbox]))
          usleep(UInt32.random(in: 0...UInt32(2000 + kill * 2000), using: &generator))
          running.signal(SIGKILL)
          _ = try running.wait()
        }
        try store.take()
        try check(try store.bytes("text.txt"), is: Array("x".utf8))
      },
      Case("spark-share killed at random points shows nothing or a whole share") { store in
        var generator = Seeded(seed: 6)
        let photo = store.scratch.file("photo")
        try TestFiles.write(photo, TestFiles.noise(300_000, seed: 1))
        var shown = 0
        for _ in 0..<30 {
          let running = try store.scratch.start(
            store.call("spark-share", ["--inbox", store.inbox, photo, photo]))
          usleep(UInt32.random(in: 0...30_000, using: &generator))
          running.signal(SIGKILL)
          // An id on standard output means that the share is there.
          if try !running.wait().output.isEmpty { shown += 1 }
        }
        let shares = try store.left().count { $0.hasSuffix(".share") && !$0.hasPrefix(".") }
        try check(shares >= shown, "\(shown) ids were printed, \(shares) shares are there")
        try store.take()
        try check(try store.truths().count, is: 2 * shares)
      },
      Case("two importers at once take each file once") { store in
        for number in 0..<600 { try store.put("f\(number)", "\(number)") }
        let (id, _) = try SharesTests.share24(store)
        try TestFiles.waitUntilQuiet(store.inbox)
        let call = store.call("spark-import", [store.inbox])
        let all = [
          try store.scratch.start(call), try store.scratch.start(call),
          try store.scratch.start(call),
        ]
        for run in all {
          let end = try run.wait()
          try check(end.status == 0, "\(end)")
        }
        let truths = try store.truths()
        try check(truths.count, is: 624)
        try check(Set(truths.map(\.name)).count, is: 624)
        try check(truths.contains { $0.id.text == id }, "the share's id is missing")
        try check(try store.left(), is: [])
      },
      Case("two importers at once, one killed again and again") { store in
        var generator = Seeded(seed: 8)
        for number in 0..<400 { try store.put("f\(number)", "\(number)") }
        try TestFiles.waitUntilQuiet(store.inbox)
        let call = store.call("spark-import", [store.inbox])
        let steady = try store.scratch.start(call)
        try Killing.untilDone(store, call, &generator, steps: [])
        try check(try steady.wait().status, is: 0)
        try store.take()
        let truths = try store.truths()
        try check(truths.count, is: 400)
        try check(Set(truths.map(\.name)).count, is: 400)
      },
    ]

  @Test func killedAtAnyPoint() { #expect(Case.failures(of: Self.cases) == []) }
}
