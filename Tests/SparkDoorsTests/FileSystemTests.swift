import Glibc
import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct FileSystemTests {
  /// Drops files, a folder and a share; takes them; checks them.
  static func takesAll(_ store: Store) throws {
    try TestFiles.makeDirectory(store.file("folder"))
    let large = TestFiles.noise(3 << 20, seed: 3)
    try TestFiles.write(store.file("large"), large)
    try store.put("folder/small", "small")
    try store.put("caf\u{e9}", "nfc")
    try TestFiles.write(store.inbox.appending([0xff, 0x41]), "bytes")
    let (id, photographs) = try SharesTests.share24(store)
    try store.take()
    try check(try store.bytes("large") == large, "large differs")
    try check(try store.bytes("small"), is: Array("small".utf8))
    try check(try store.cat(id), is: photographs[0])
    try check(try store.truths().count, is: 28)
    try check(try store.left(), is: ["folder"])
    try check(try store.claims(), is: 0)
    // Open for writing here, too, means that it is left.
    let held = store.file("held")
    try TestFiles.write(held, "x")
    let file = held.text.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    try store.take(ends: 3)
    close(file)
    try store.take()
    try check(try store.truths().count, is: 29)
  }

  static let cases =
    LoopMount.Kind.allCases.map { kind in
      Case("an inbox on \(kind)") { outer in
        let mount = try LoopMount(kind, megabytes: 64, in: outer.scratch)
        let inbox = mount.path.appending("inbox")
        try TestFiles.makeDirectory(inbox)
        let store = try Store(outer.scratch, inbox: inbox)
        try takesAll(store)
        if kind == .btrfs || kind == .tmpfs {
          // Other file systems end in 2446 or 2486.
          try store.put("far", "9999")
          try TestFiles.setTimes(
            store.file("far"), seconds: 253_402_300_799, nanoseconds: 999_999_999)
          try store.put("farther", "beyond")
          try TestFiles.setTimes(store.file("farther"), seconds: 253_402_300_800)
          try store.take()
          let truth = try store.truth("far")
          try check(truth.time.text, is: "9999-12-31T23:59:59.999999999+00:00")
          let farther = try store.truth("farther")
          for id in [truth.id, farther.id] {
            try check(
              TestFiles.exists(store.tree.appending("captures/9999/12/\(id.text)")),
              "not in 9999/12")
          }
          try check(try store.bytes("farther"), is: Array("beyond".utf8))
        }
        if kind == .tmpfs || kind == .btrfs {
          for name in ["huge 1", "huge 2"] {
            try TestFiles.writeSparse(store.file(name), size: .max)
          }
          try store.take(ends: 3)
          try check(
            try store.status().contains("huge 2: This file alone (9.2 EB) is larger"),
            try store.status())
        }
      }
    } + [
      Case("a btrfs subvolume, below the inbox and as an inbox") { outer in
        let mount = try LoopMount(.btrfs, in: outer.scratch)
        let volume = mount.path.appending("volume")
        let made = try outer.scratch.run("btrfs", ["subvolume", "create", volume])
        try check(made.status == 0, "\(made)")
        let inbox = volume.appending("inbox")
        try TestFiles.makeDirectory(inbox)
        try takesAll(try Store(outer.scratch, inbox: inbox))
        // A subvolume inside an inbox: its files stay, with a sentence.
        let second = mount.path.appending("second")
        try TestFiles.makeDirectory(second)
        _ = try outer.scratch.run("btrfs", ["subvolume", "create", second.appending("inner")])
        let store = try Store(outer.scratch, inbox: second)
        try store.put("inner/file", "x")
        try store.put("plain", "x")
        try store.take(ends: 3)
        try check(try store.truth("plain").size, is: 1)
        try store.checkNote(
          "inner/file", "It lies on another file system than its inbox and can't be taken whole.")
      },
      Case("a store on btrfs copies with reflinks from another subvolume") { outer in
        let mount = try LoopMount(.btrfs, megabytes: 200, in: outer.scratch)
        let volume = mount.path.appending("volume")
        _ = try outer.scratch.run("btrfs", ["subvolume", "create", volume])
        let inbox = volume.appending("inbox")
        try TestFiles.makeDirectory(inbox)
        let store = try Store(outer.scratch, home: mount.path.appending("home"), inbox: inbox)
        try takesAll(store)
      },
      Case("a bind mount of one file system, as an inbox and below one") { outer in
        let inbox = outer.scratch.file("bound")
        let real = outer.scratch.file("real")
        try TestFiles.makeDirectory(inbox)
        try TestFiles.makeDirectory(real)
        try bind(outer.scratch, real, inbox) {
          let store = try Store(outer.scratch, inbox: inbox)
          try takesAll(store)
        }
        let second = outer.scratch.file("second")
        try TestFiles.makeDirectory(second.appending("below"))
        try TestFiles.write(real.appending("file"), "x")
        try bind(outer.scratch, real, second.appending("below")) {
          let store = try Store(outer.scratch, inbox: second)
          try store.put("plain", "x")
          try store.take(ends: 3)
          try store.checkNote(
            "below/file", "It lies on another file system than its inbox and can't be taken whole.")
        }
      },
      Case("an inbox that is read-only stays, with one sentence, and stops no other") { outer in
        let mount = try LoopMount(.ext4, in: outer.scratch)
        let store = try Store(outer.scratch, inbox: mount.path)
        try store.put("before", "x")
        try store.take()
        try store.put("after", "y")
        try mount.remount("ro")
        let fine = outer.scratch.file("fine")
        try TestFiles.makeDirectory(fine)
        try TestFiles.write(fine.appending("fine"), "z")
        let run = try outer.scratch.run(store.call("spark-import", [mount.path, fine]))
        try check(run.status == 3, "\(run)")
        try check(try store.bytes("fine"), is: Array("z".utf8))
        let sentence = "The inbox \(mount.path.text) can't be emptied: Read-only file system"
        try check(run.errorText, is: "spark-import: error: \(sentence)\n")
        try check(try store.status().contains(sentence), try store.status())
        // With --keep nothing is written there.
        try store.take(["--keep"])
        try check(try store.bytes("after"), is: Array("y".utf8))
      },
      Case("a read-only inbox that was never used") { outer in
        let mount = try LoopMount(.ext4, in: outer.scratch)
        let store = try Store(outer.scratch, inbox: mount.path)
        try store.put("f", "x")
        try mount.remount("ro")
        try store.take(ends: 3)
        try check(
          try store.status().contains(
            "The inbox \(mount.path.text) can't be emptied: Read-only file system"),
          try store.status())
      },
    ]

  @Test(.enabled(if: LoopMount.isAvailable, "needs root and loop mounts"))
  func inboxesElsewhere() { #expect(Case.failures(of: Self.cases, atOnce: 4) == []) }

  /// Fills a file system but for so many bytes.
  static func fill(_ path: RawPath, leaving left: Int64) throws {
    let ballast = path.appending("ballast")
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    try TestFiles.write(ballast, [])
    while true {
      let free = try Directory(path: path).fileSystem().free - left
      if free <= 0 { return }
      do { try TestFiles.append(ballast, Array(bytes.prefix(Int(clamping: free)))) } catch {
        return
      }
    }
  }

  static let full =
    [LoopMount.Kind.ext4, .tmpfs].flatMap { kind in
      [0, 65536, 1 << 20].map { left in
        Case("a store on a full \(kind), \(left) bytes left: nothing is lost, and it goes on later")
        { outer in
          let mount = try LoopMount(
            kind, megabytes: 20, in: outer.scratch, options: kind == .tmpfs ? "nr_inodes=0" : "")
          let store = try Store(outer.scratch, home: mount.path.appending("home"))
          try store.put("before", "x")
          try store.take()
          let names = (0..<40).map { "f\($0)" }
          let noise = TestFiles.noise(100_000, seed: 1)
          for (number, name) in names.enumerated() {
            try TestFiles.write(store.file(name), Array("\(number)".utf8) + noise, mode: 0o640)
          }
          let (id, photographs) = try SharesTests.share24(store)
          try fill(mount.path, leaving: Int64(left))
          let run = try store.scratch.run(store.call("spark-import", [store.inbox]), timeout: 60)
          try check(!run.timedOut && run.signal == nil, "\(run)")
          try check(run.status == 3 || run.status == 74, "\(run)")
          let saysWhy = ["No space left", "Hardly any space"].contains {
            run.errorText.contains($0)
          }
          try check(saysWhy, run.errorText)
          // Everything is in the inbox, or among its claims, or kept.
          let kept = Set(try store.truths().map(\.name.encoded))
          for name in names {
            let isThere = kept.contains(name) || TestFiles.exists(store.file(name))
            let claims = try TestTree.read(store.inbox.appending(".spark/claims"), hashing: false)
            try check(
              isThere || claims.contains { $0.name.hasSuffix(".\(name)") }, "\(name) is nowhere")
          }
          // A watcher does not end for it.
          let watcher = try store.watch()
          pause(seconds: 3)
          try check(watcher.isRunning, "the watcher ended: \(try watcher.wait())")
          try TestFiles.remove(mount.path.appending("ballast"))
          try wait(for: "all are kept", timeout: 60) {
            try store.truths().count == 65 && store.claims() == 0
          }
          watcher.signal(SIGTERM)
          try check(try watcher.wait().status, is: 0)
          for (number, name) in names.enumerated() {
            try check(
              try store.bytes(name) == Array("\(number)".utf8) + noise, "\(name) differs")
          }
          try check(try store.cat(id), is: photographs[0])
          try store.verify()
        }
      }
    } + [
      Case("5 % of the store's disk stays free: what would need it is left where it is") { outer in
        let mount = try LoopMount(.ext4, megabytes: 40, in: outer.scratch)
        let inbox = outer.scratch.path.appending("elsewhere")
        try TestFiles.makeDirectory(inbox)
        let store = try Store(outer.scratch, home: mount.path.appending("home"), inbox: inbox)
        try store.make()
        try TestFiles.write(store.file("large"), TestFiles.noise(3 << 20, seed: 1))
        try TestFiles.write(store.file("small"), TestFiles.noise(100_000, seed: 2))
        try fill(mount.path, leaving: 4 << 20)
        let run = try store.scratch.run(store.call("spark-import", [store.inbox]), timeout: 60)
        try check(run.status, is: 3)
        try check(run.errorText.contains("large: Hardly any space is left"), run.errorText)
        try check(try store.truths().map(\.name.encoded), is: ["small"])
        try TestFiles.remove(mount.path.appending("ballast"))
        try store.take()
        try check(try store.truths().count, is: 2)
      },
      Case("a full inbox on the store's own file system: what is there is taken") { outer in
        let mount = try LoopMount(.ext4, megabytes: 20, in: outer.scratch)
        let inbox = mount.path.appending("inbox")
        try TestFiles.makeDirectory(inbox)
        let store = try Store(outer.scratch, inbox: inbox)
        try store.make()
        for number in 0..<20 {
          try TestFiles.write(store.file("f\(number)"), TestFiles.noise(9000, seed: 1))
        }
        try fill(mount.path, leaving: 0)
        try store.take()
        try check(try store.truths().count, is: 20)
      },
    ]

  @Test(.enabled(if: LoopMount.isAvailable, "needs root and loop mounts"))
  func fullDisks() { #expect(Case.failures(of: Self.full, atOnce: 4) == []) }

  private static func bind(
    _ scratch: Scratch, _ real: RawPath, _ place: RawPath, _ body: () throws -> Void
  ) throws {
    let run = try scratch.run("mount", ["--bind", real, place])
    guard run.status == 0 else { throw Failure(description: "\(run)") }
    defer { _ = try? scratch.run("umount", ["-l", place]) }
    try body()
  }
}
