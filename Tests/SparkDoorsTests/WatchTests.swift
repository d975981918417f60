import Glibc
import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct WatchTests {
  /// Runs a watcher, lets something happen and waits until these captures are there.
  static func watching(
    _ name: String, _ expected: Set<String>, settle: Double = 2.5,
    call: @escaping @Sendable (Store) throws -> ToolCall = {
      $0.call("spark-import", ["--watch", $0.inbox])
    },
    says: String? = nil, _ act: @escaping @Sendable (Store, RawPath, Running) throws -> Void
  ) -> Case {
    Case(name) { store in
      try store.make()
      let outside = store.scratch.file("outside")
      try TestFiles.makeDirectory(outside)
      let watcher = try store.scratch.start(try call(store))
      // It has looked around once, and rests.
      pause(seconds: settle)
      try act(store, outside, watcher)
      try wait(for: "\(expected.count) are there", timeout: 45) {
        Set(try store.truths().map(\.name.encoded)) == expected
      }
      if let says { try check(try watcher.errorSoFar().contains(says), try watcher.errorSoFar()) }
      watcher.signal(SIGTERM)
      let run = try watcher.wait()
      try check(run.status == 0, "the watcher ended with \(run)")
    }
  }

  static let cases = [
    watching("renamed in", ["a"]) { store, outside, _ in
      try TestFiles.write(outside.appending("a"), "a")
      try TestFiles.rename(outside.appending("a"), to: store.file("a"))
    },
    watching("linked in", ["a"]) { store, outside, _ in
      try TestFiles.write(outside.appending("a"), "a")
      try TestFiles.makeHardLink(store.file("a"), to: outside.appending("a"))
    },
    watching("a whole folder moved in", ["a", "b", "c"]) { store, outside, _ in
      try TestFiles.makeDirectory(outside.appending("x/y/z"))
      for (path, name) in [("x", "a"), ("x/y", "b"), ("x/y/z", "c")] {
        try TestFiles.write(outside.appending(path).appending(name), name)
      }
      try TestFiles.rename(outside.appending("x"), to: store.file("x"))
    },
    watching("a whole folder copied in", ["a", "b", "c"]) { store, outside, _ in
      try TestFiles.makeDirectory(outside.appending("x/y/z"))
      for (path, name) in [("x", "a"), ("x/y", "b"), ("x/y/z", "c")] {
        try TestFiles.write(outside.appending(path).appending(name), name)
      }
      try store.scratch.run("cp", ["-r", outside.appending("x"), store.file("x")])
    },
    watching("a folder made, and filled much later", ["late"]) { store, _, _ in
      try TestFiles.makeDirectory(store.file("x/y"))
      pause(seconds: 3)
      try store.put("x/y/late", "late")
    },
    watching("a moved-in folder that is written to later", ["a", "late"]) { store, outside, _ in
      try TestFiles.makeDirectory(outside.appending("x"))
      try TestFiles.write(outside.appending("x/a"), "a")
      try TestFiles.rename(outside.appending("x"), to: store.file("x"))
      pause(seconds: 4)
      try store.put("x/late", "late")
    },
    watching("the inbox removed and made again", ["a", "b"]) { store, _, _ in
      try store.put("a", "a")
      try wait(for: "a is taken") { try store.left().isEmpty }
      try TestFiles.remove(store.inbox)
      pause(seconds: 1)
      try TestFiles.makeDirectory(store.inbox)
      pause(seconds: 4)
      try store.put("b", "b")
    },
    watching("the inbox renamed away and replaced", ["b"]) { store, outside, _ in
      try TestFiles.rename(store.inbox, to: outside.appending("old"))
      try TestFiles.makeDirectory(store.inbox)
      pause(seconds: 3)
      try store.put("b", "b")
      try TestFiles.write(outside.appending("old/not-an-inbox"), "x")
    },
    watching("mode and owner made right later", ["a"]) { store, outside, _ in
      try TestFiles.makeDirectory(store.file("x"))
      try store.put("x/a", "a")
      try TestFiles.setMode(store.file("x/a"), 0o600)
    },
    watching("an inbox added while it runs", ["a"], call: { $0.call("spark-import", ["--watch"]) })
    {
      store, outside, _ in
      let other = outside.appending("second")
      try TestFiles.makeDirectory(other)
      _ = try store.scratch.run(store.call("spark-import", [other]))
      try TestFiles.write(other.appending("a"), "a")
      // A hint anywhere makes it look at the list of inboxes again.
      try TestFiles.write(store.home.appending("inbox/.wake"), "")
    },
    watching(
      "more happens at once than the queue holds", Set((0..<50).map { "f\($0)" }),
      says: "Too much happened at once; everything is looked through."
    ) { store, _, watcher in
      watcher.signal(SIGSTOP)
      // Litter makes hints as well, three for each.
      for number in 0..<6000 { try store.put("litter \(number)~", "") }
      for number in 0..<50 { try store.put("f\(number)", "\(number)") }
      watcher.signal(SIGCONT)
    },
    watching(
      "no watches are left", ["a"],
      call: { try Hook.watching("limit", $0.call("spark-import", ["--watch", $0.inbox])) },
      says: "The system watches no more folders; they are looked through every minute."
    ) { store, _, _ in try store.put("a", "a") },
    watching(
      "a file system that tells nothing", ["a"],
      call: { try Hook.watching("blind", $0.call("spark-import", ["--watch", $0.inbox])) }
    ) { store, _, _ in try store.put("a", "a") },
    watching("SIGINT ends it too", []) { _, _, watcher in watcher.signal(SIGINT) },
    watching("what stays is said once", ["a", "b"]) { store, _, watcher in
      try TestFiles.makePipe(store.file("pipe"))
      try store.put("a", "a")
      pause(seconds: 4)
      try store.put("b", "b")
      pause(seconds: 4)
      let said = try watcher.errorSoFar()
      try check(said.split(separator: "\n").count { $0.contains("a pipe") }, is: 1)
    },
  ]

  @Test func theWatcherNotices() { #expect(Case.failures(of: Self.cases, atOnce: 32) == []) }
}
