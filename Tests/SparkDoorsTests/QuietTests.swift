import Glibc
import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct QuietTests {
  static let target = "film 1.mov"

  /// The file must come in once, and whole.
  static func checkWhole(_ store: Store, _ name: String) throws {
    try check(
      try store.truths().map { String(decoding: $0.name.bytes, as: UTF8.self) }, is: [target])
    try check(try store.bytes(target) == Writer.whole, "\(name): other bytes were taken")
  }

  static let first = Writer.all.map { writer in
    Case("on the first scan: \(writer.name)") { store in
      try store.make()
      let running = try writer.start(store, target)
      var early = 0
      while running.isRunning {
        let run = try store.scratch.run(store.call("spark-import", [store.inbox]))
        try check(run.status == 0 || run.status == 3, "\(run)")
        if running.isRunning {
          early += 1
          try check(try store.truths().isEmpty, "it was taken while it was written")
        }
      }
      let end = try running.wait()
      try check(end.status == 0, "the writer failed: \(end)")
      try check(early > 0, "the writer was too fast to tell anything")
      try store.take()
      try checkWhole(store, writer.name)
    }
  }

  static let watched = Writer.all.map { writer in
    Case("on an event: \(writer.name)") { store in
      try store.make()
      let watcher = try store.watch()
      let running = try writer.start(store, target)
      while running.isRunning {
        let taken = try store.truths()
        if running.isRunning { try check(taken.isEmpty, "it was taken while it was written") }
        pause(seconds: 0.1)
      }
      let end = try running.wait()
      try check(end.status == 0, "the writer failed: \(end)")
      try wait(for: "it is taken") { try store.truths().count == 1 }
      try checkWhole(store, writer.name)
      watcher.signal(SIGTERM)
      let stop = try watcher.wait()
      try check(stop.status == 0, "the watcher ended with \(stop)")
    }
  }

  @Test func filesStillBeingWrittenAreLeft() {
    #expect(Case.failures(of: Self.first + Self.watched + Self.others, atOnce: 64) == [])
  }

  static let others = [
    Case("mapped memory that is written to, its file closed") { store in
      try store.make()
      let path = store.file("mapped")
      try TestFiles.writeSparse(path, size: 4096)
      let watcher = try store.watch()
      let memory = path.text.withCString { name in
        let file = open(name, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        return mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      }
      pause(seconds: 4)
      try check(try store.truths().isEmpty, "it was taken while it was mapped")
      try store.take(ends: 3)
      memory?.storeBytes(of: UInt8(ascii: "m"), as: UInt8.self)
      munmap(memory, 4096)
      // Nothing tells that the mapping is gone: the next look does.
      try wait(for: "it is taken") { try store.truths().count == 1 }
      try check(try store.bytes("mapped")[0], is: UInt8(ascii: "m"))
      watcher.signal(SIGTERM)
      _ = try watcher.wait()
    },
    Case("unfinished names count as not yet taken") { store in
      for name in ["a.part", "b.crdownload", ".syncthing.c.tmp", ".d.Xk9aQz"] {
        try store.put(name, "x")
      }
      try store.put("e.pdf", "")
      try store.put("e.pdf.part", "x")
      let run = try store.take(ends: 3)
      try check(run.text.contains("Not yet taken: 6"), run.text)
      try check(try store.status().contains("Not yet taken: 6"), try store.status())
    },
    Case("a one-shot run waits the quiet time out once") { store in
      try store.put("f", "x")
      let before = Clock.monotonic()
      try store.take()
      let seconds = Double(Clock.monotonic() - before) / 1e9
      try check(seconds > 1.5, "it took a file after \(seconds) s")
      try check(try store.truths().count, is: 1)
    },
    Case("an open writer that never moves is never taken, and others are") { store in
      try store.make()
      let held = store.file("held")
      try TestFiles.write(held, "x")
      let file = held.text.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      defer { close(file) }
      try store.put("other", "y")
      let run = try store.take(ends: 3)
      try check(run.text, is: "Kept 1 capture (1 byte). Not yet taken: 1\n")
      try check(try store.left(), is: ["held"])
    },
    Case("writers that come during the claim get their bytes kept, and hang nobody") { store in
      try store.make()
      let watcher = try store.watch()
      let names = (0..<40).map { "f\($0)" }
      for name in names { try TestFiles.write(store.file(name), TestFiles.noise(400_000, seed: 1)) }
      // Each opens to append without making a new file, every few milliseconds, until the file is gone;
      // it waits no longer than the importer needs.
      let results = Workers.map(8, threads: 8, context: {}) { _, worker in
        var added: [Int: Int] = [:]
        var slowest: Int64 = 0
        let end = Clock.monotonic() + 8_000_000_000
        while Clock.monotonic() < end {
          for number in stride(from: worker, to: 40, by: 8) {
            let start = Clock.monotonic()
            let file = store.file("f\(number)").text.withCString {
              open($0, O_WRONLY | O_APPEND | O_CLOEXEC)
            }
            slowest = max(slowest, Clock.monotonic() - start)
            if file < 0 { continue }
            // Mostly it only opens and closes, which no time stamp tells.
            if Clock.monotonic() % 40 == 0, write(file, "w", 1) == 1 {
              added[number, default: 0] += 1
            }
            close(file)
          }
          usleep(useconds_t(3000 + worker * 700))
        }
        return (added, slowest)
      }
      try check(watcher.isRunning, "the importer was killed")
      try wait(for: "all are taken") { try store.truths().count == 40 && store.claims() == 0 }
      for (worker, result) in results.enumerated() {
        try check(result.1 < 20_000_000_000, "a writer waited \(result.1 / 1_000_000) ms")
        for number in stride(from: worker, to: 40, by: 8) {
          let added = result.0[number, default: 0]
          try check(try store.truth("f\(number)").size, is: Int64(400_000 + added))
        }
      }
      watcher.signal(SIGTERM)
      try check(try watcher.wait().status, is: 0)
    },
    Case("a writer that waits for the lease gets the file back, not the object") { store in
      try store.make()
      try store.put("f", "first")
      try TestFiles.waitUntilQuiet(store.inbox)
      let writer =
        "for f in '\(store.inbox.text)'/.spark/claims/*/*.f; do exec 3>> \"$f\"; sleep 1; printf ' second' >&3; done"
      let run = try store.scratch.run(
        try Hook.before(
          "hash", "(\(writer)) < /dev/null > /dev/null 2>&1 & sleep 0.3",
          store.call("spark-import", [store.inbox])), timeout: 40)
      try check(run.status == 0 || run.status == 3, "\(run)")
      if run.status == 3 { try store.take() }
      try check(try store.bytes("f"), is: Array("first second".utf8))
      try check(try store.truths().count, is: 1)
    },
  ]
}
