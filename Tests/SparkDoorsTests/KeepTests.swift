import Glibc
import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct KeepTests {
  static let cases = [
    Case("each file once, ever, and a changed one again; nothing is written into the inbox") {
      store in
      try store.put("a", "one")
      try TestFiles.makeDirectory(store.file("sub"))
      try store.put("sub/b", "two")
      try store.take(["--keep"])
      let before = try TestTree.read(store.inbox)
      try check(try store.truths().count, is: 2)
      try check(try store.truth("b").folder, is: FilePath("sub"))
      for _ in 1...3 {
        let run = try store.take()
        try check(run.text, is: "Kept 0 captures (0 bytes).\n")
      }
      try check(try TestTree.read(store.inbox) == before, "the inbox was changed")
      // Touched, given another mode, renamed over with the same bytes: nothing new.
      try TestFiles.setTimes(store.file("a"), seconds: 1_000_000_000)
      try TestFiles.setMode(store.file("sub/b"), 0o600)
      try store.take()
      try check(try store.truths().count, is: 2)
      // Changed, changed back: each is a capture of its own.
      for text in ["three", "one", "three"] {
        try store.put("a", text)
        try store.take()
      }
      try check(try store.truths().count { $0.name == FileName("a") }, is: 4)
      try check(Set(try store.truths().map(\.id)).count, is: 5)
      try check(try store.objects().count, is: 3)
      // Another name is another file.
      try TestFiles.rename(store.file("a"), to: store.file("c"))
      try store.take()
      try check(try store.bytes("c"), is: Array("three".utf8))
      try check(try store.status().contains("Not yet taken") == false, try store.status())
    },
    Case("what grew without a new time, or was replaced with its times kept") { store in
      try store.put("log", "first")
      try TestFiles.setTimes(store.file("log"), seconds: 1_000_000_000)
      try store.take(["--keep"])
      try TestFiles.append(store.file("log"), Array(" more".utf8))
      try TestFiles.setTimes(store.file("log"), seconds: 1_000_000_000)
      try store.take()
      try store.put("new", "other words")
      try TestFiles.setTimes(store.file("new"), seconds: 1_000_000_000)
      try TestFiles.rename(store.file("new"), to: store.file("log"))
      try store.take()
      try check(Set(try store.truths().map(\.size)), is: [5, 10, 11])
    },
    Case("the store's own inbox is always emptied; shares and odd things stay with a sentence") {
      store in
      try store.make()
      let own = try store.scratch.run(
        store.call("spark-import", ["--keep", store.home.appending("inbox")]))
      try check(own.status != 0 && own.errorText.contains("--keep"), "\(own)")
      let other = store.scratch.file("kept")
      try TestFiles.makeDirectory(other)
      let kept = try Store(store.scratch, home: store.home, inbox: other)
      try kept.share(["--text", "x"])
      try TestFiles.makePipe(kept.file("pipe"))
      try kept.put("a.pdf", "")
      try kept.put("a.pdf.part", "x")
      try kept.put("plain", "x")
      try kept.take(["--keep"], ends: 3)
      try check(try kept.truths().map(\.name), is: [FileName("plain")])
      let status = try kept.status()
      try check(status.contains("a share is taken only from an inbox that is emptied"), status)
      try check(status.contains("pipe: Not an ordinary file (a pipe); it stays here."), status)
    },
    Case("the ceiling, and a watcher") { store in
      try store.make()
      try store.setCeiling("1000")
      try TestFiles.write(store.file("fits"), TestFiles.noise(900, seed: 1))
      try TestFiles.write(store.file("later"), TestFiles.noise(200, seed: 2))
      let watcher = try store.watch(["--keep"])
      try wait(for: "one is kept") { try store.truths().count == 1 }
      try wait(for: "the other is refused") { try watcher.errorSoFar().contains(" of 1 kB held.") }
      try store.setCeiling("none")
      try store.put("wakes", "up")
      try wait(for: "the other is kept") { try store.truths().count == 3 }
      watcher.signal(SIGTERM)
      try check(try watcher.wait().status, is: 0)
    },
    Case("two at once") { store in
      for number in 0..<300 { try store.put("f\(number)", "\(number)") }
      try TestFiles.waitUntilQuiet(store.inbox)
      let call = store.call("spark-import", ["--keep", store.inbox])
      let both = [try store.scratch.start(call), try store.scratch.start(call)]
      for run in both { try check(try run.wait().status == 0, "\(try run.wait())") }
      try check(try store.truths().count, is: 300)
      try check(Set(try store.truths().map(\.name)).count, is: 300)
    },
    Case("killed at random points") { store in
      var generator = Seeded(seed: 7)
      let steps = [
        ("link", 0..<20), ("link", 20..<50), ("publish", 0..<40), ("publish", 60..<90),
        ("publish", 90..<110),
      ]
      for number in 0..<60 {
        try TestFiles.write(store.file("f\(number)"), TestFiles.noise(20_000, seed: UInt64(number)))
      }
      try TestFiles.waitUntilQuiet(store.inbox)
      try Killing.untilDone(
        store, store.call("spark-import", ["--keep", store.inbox]), &generator, steps: steps)
      try check(try store.truths().count, is: 60)
      for number in 0..<60 { try TestFiles.write(store.file("f\(number)"), "changed \(number)") }
      try TestFiles.waitUntilQuiet(store.inbox)
      try Killing.untilDone(
        store, store.call("spark-import", ["--keep", store.inbox]), &generator, steps: steps)
      let truths = try store.truths()
      try check(truths.count, is: 120)
      try check(Set(truths.map(\.id)).count, is: 120)
      try check(Set(truths.map(\.object)).count, is: 120)
    },
  ]

  @Test func keep() { #expect(Case.failures(of: Self.cases) == []) }
}
