import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct ThingsTests {
  static let other: UInt32 = 2002
  static let plain: UInt32 = 2001

  static let cases = [
    Case("nothing that is no ordinary file is taken, and the rest goes on") { store in
      try TestFiles.makePipe(store.file("pipe"))
      try TestFiles.makeSocket(store.file("socket"))
      let secret = store.scratch.file("outside")
      try TestFiles.makeDirectory(secret)
      try TestFiles.write(secret.appending("file"), "outside")
      try TestFiles.makeLink(store.file("to-file"), to: secret.appending("file"))
      try TestFiles.makeLink(store.file("to-folder"), to: secret)
      try TestFiles.makeLink(store.file("to-itself"), to: "to-itself")
      try TestFiles.makeLink(store.file("to-nothing"), to: "nowhere/at/all")
      try store.put("ordinary", "taken")
      try TestFiles.makeDirectory(store.file("folder"))
      try TestFiles.makePipe(store.file("folder/pipe"))
      let before = try TestTree.read(secret)
      try store.take(ends: 3)
      try check(try store.bytes("ordinary"), is: Array("taken".utf8))
      try check(try store.truths().count, is: 1)
      for (name, what) in [
        ("pipe", "a pipe"), ("folder/pipe", "a pipe"), ("socket", "a socket"),
        ("to-file", "a symbolic link"), ("to-folder", "a symbolic link"),
        ("to-itself", "a symbolic link"), ("to-nothing", "a symbolic link"),
      ] { try store.checkNote(name, "Not an ordinary file (\(what)); it stays here.") }
      try check(try TestTree.read(secret) == before, "something outside was touched")
      try check(try store.left().count, is: 8)
    },
    Case("zero bytes, and files with holes") { store in
      try store.put("empty", "")
      try TestFiles.writeSparse(store.file("holes"), size: 40 << 20)
      try store.take()
      try check(try store.bytes("empty"), is: [])
      try check(try store.truth("holes").size, is: 40 << 20)
      try check(try store.bytes("holes") == Array(repeating: 0, count: 40 << 20), "holes differ")
    },
    Case("the object is the dropped file's own inode where that can be") { store in
      try TestFiles.write(store.file("photo.jpg"), TestFiles.noise(3 << 20, seed: 4), mode: 0o640)
      let before = try TestFiles.status(store.file("photo.jpg"))
      try store.take()
      let truth = try store.truth("photo.jpg")
      let after = try TestFiles.status(store.objectPath(truth.object))
      try check(after.identity == before.identity, "the bytes were copied")
      try check(after.mode, is: 0o444)
      try check(after.links, is: 1)
      try check(truth.type, is: "image/jpeg")
    },
    Case("a file with another name outside is copied, and its other name is left alone") { store in
      let outside = store.scratch.file("outside")
      try TestFiles.write(outside, "two names", mode: 0o664)
      try TestFiles.makeHardLink(store.file("linked"), to: outside)
      let before = try TestFiles.status(outside)
      try store.take()
      let after = try TestFiles.status(outside)
      try check(after.mode, is: 0o664)
      try check(after.links, is: 1)
      let object = try TestFiles.status(store.objectPath(try store.truth("linked").object))
      try check(object.identity != before.identity, "an object has a name outside the store")
      try TestFiles.append(outside, Array(" more".utf8))
      try check(try store.bytes("linked"), is: Array("two names".utf8))
    },
    Case("two names of one file in the inbox are two captures") { store in
      try store.put("one", "same file")
      try TestFiles.makeHardLink(store.file("two"), to: store.file("one"))
      try store.take()
      try check(try store.bytes("one"), is: Array("same file".utf8))
      try check(try store.bytes("two"), is: Array("same file".utf8))
      try check(try store.objects().count, is: 1)
    },
    Case("the same content twice is two captures and one object") { store in
      try store.put("a", "same")
      try store.put("b", "same")
      try store.take()
      try store.put("c", "same")
      try store.take()
      try check(try store.truths().count, is: 3)
      try check(Set(try store.truths().map(\.id)).count, is: 3)
      try check(try store.objects(), is: [try store.truth("a").object.hex])
      try check(
        TestFiles.exists(store.tree.appending("shared/\(try store.truth("a").object.hex)")),
        "the object is not marked as shared")
      for name in ["a", "b", "c"] { try check(try store.bytes(name), is: Array("same".utf8)) }
    },
    Case("times from 1970 on") { store in
      try store.put("first", "1970")
      try TestFiles.setTimes(store.file("first"), seconds: 0, nanoseconds: 5)
      try store.put("before", "1969")
      try TestFiles.setTimes(store.file("before"), seconds: -86400 * 365)
      try store.take()
      let first = try store.truth("first")
      try check(first.time.text, is: "1970-01-01T00:00:00.000000005+00:00")
      let truth = store.tree.appending("captures/1970/01/\(first.id.text)")
      try check(TestFiles.exists(truth), "no truth below 1970/01")
      let before = try store.truth("before")
      try check(
        TestFiles.exists(store.tree.appending("captures/1970/01/\(before.id.text)")),
        "a year before 1970 is not clamped")
      try check(try store.bytes("before"), is: Array("1969".utf8))
    },
    Case("a whole folder, and folders that are hidden, deep or a mess") { store in
      var deep = store.inbox
      for _ in 0..<70 { deep = deep.appending("d") }
      try TestFiles.makeDirectory(deep)
      try TestFiles.write(deep.appending("too deep"), "x")
      try TestFiles.makeDirectory(store.file("March/site A"))
      try store.put("March/site A/scan.pdf", "scan")
      try store.put(".hidden", "hidden")
      try TestFiles.makeDirectory(store.file(".config"))
      try store.put(".config/inner", "hidden")
      for litter in [".DS_Store", "Thumbs.db", "._scan.pdf", "draft~", ".draft.swp"] {
        try store.put(litter, "litter")
      }
      try TestFiles.makeDirectory(store.file("@eaDir"))
      try store.put("@eaDir/thumbnail.jpg", "litter")
      try store.take(ends: 3)
      try check(try store.truths().map(\.name), is: [FileName("scan.pdf")])
      try check(try store.truth("scan.pdf").folder, is: FilePath("March/site A"))
      try store.checkNote(".hidden", "Hidden files are not taken.")
      try check(try store.status().contains("more than 64 folders deep"), "no word on depth")
      try check(!(try store.status()).contains("DS_Store"), "litter is named")
      for kept in [".hidden", ".DS_Store", "draft~", "@eaDir/thumbnail.jpg", ".config/inner"] {
        try check(TestFiles.exists(store.file(kept)), "\(kept) is gone")
      }
    },
    Case("replaced by another file before the claim: neither is lost, the new one waits") { store in
      try store.make()
      try store.put("f", "old")
      try TestFiles.waitUntilQuiet(store.inbox)
      let swap =
        "echo new > '\(store.inbox.text)/g' && mv '\(store.inbox.text)/g' '\(store.inbox.text)/f'"
      let run = try store.scratch.run(
        try Hook.before("claim", swap, store.call("spark-import", [store.inbox])))
      // The second look of the same run finds it quiet.
      try check(run.status == 0, "\(run)")
      try check(try store.bytes("f"), is: Array("new\n".utf8))
      try check(try store.claims(), is: 0)
    },
    Case("gone or a folder before the claim") { store in
      try store.make()
      try store.put("gone", "x")
      try store.put("stays", "y")
      try TestFiles.waitUntilQuiet(store.inbox)
      let swap = "cd '\(store.inbox.text)' && rm -f gone && mkdir gone && echo z > gone/inner"
      _ = try store.scratch.run(
        try Hook.before("claim", swap, store.call("spark-import", [store.inbox])))
      try store.take()
      try check(try store.bytes("stays"), is: Array("y".utf8))
      try check(try store.bytes("inner"), is: Array("z\n".utf8))
      try check(try store.truths().count, is: 2)
      try check(try store.claims(), is: 0)
    },
    Case("a second name made before the claim: no object has a name outside the store") { store in
      try store.make()
      try store.put("f", "bytes")
      try TestFiles.waitUntilQuiet(store.inbox)
      let outside = store.scratch.file("outside")
      _ = try store.scratch.run(
        try Hook.before(
          "claim", "ln '\(store.inbox.text)/f' '\(outside.text)'",
          store.call("spark-import", [store.inbox])))
      try store.take()
      let object = try TestFiles.status(store.objectPath(try store.truth("f").object))
      try check(object.links, is: 1)
      try check(
        object.identity != (try TestFiles.status(outside)).identity, "adopted with two names")
      try check(try TestFiles.status(outside).mode & 0o200, is: 0o200)
    },
    Case("cut short or written to between claim and hash") { store in
      try store.make()
      for step in ["hash"] {
        for (verb, command) in [("cut", "printf who >"), ("grown", "printf more >>")] {
          let name = "\(step)-\(verb)"
          try store.put(name, "whole \(name)")
          try TestFiles.waitUntilQuiet(store.inbox)
          // The writer waits for the lease; the importer notices, puts the file back and lets go.
          let claim = "'\(store.inbox.text)'/.spark/claims/*/*.\(name)"
          let writer = "for f in \(claim); do \(command) \"$f\"; done"
          let run = try store.scratch.run(
            try Hook.before(
              step, "(\(writer)) < /dev/null > /dev/null 2>&1 & sleep 0.3",
              store.call("spark-import", [store.inbox])), timeout: 40)
          try check(!run.timedOut, "\(name) hangs")
          if run.status != 0 { try store.take() }
          let expected = verb == "cut" ? "who" : "whole \(name)more"
          try check(try store.bytes(name), is: Array(expected.utf8))
        }
      }
      try check(try store.claims(), is: 0)
    },
    Case("changed between copying and the end of it") { store in
      try store.make()
      let outside = store.scratch.file("outside")
      try TestFiles.write(outside, TestFiles.noise(2 << 20, seed: 1))
      try TestFiles.makeHardLink(store.file("f"), to: outside)
      try TestFiles.waitUntilQuiet(store.inbox)
      let run = try store.scratch.run(
        try Hook.before(
          "copy", "(printf more >> '\(outside.text)') > /dev/null 2>&1 & sleep 0.3",
          store.call("spark-import", [store.inbox])), timeout: 40)
      if run.status != 0 { try store.take() }
      try check(try store.bytes("f") == TestFiles.read(outside), "a torn copy was kept")
      try check(try store.truths().count, is: 1)
    },
  ]

  @Test func things() { #expect(Case.failures(of: Self.cases) == []) }

  static let rootCases = [
    Case("devices stay") { store in
      try TestFiles.makeDevice(store.file("null"))
      try store.take(ends: 3)
      try store.checkNote("null", "Not an ordinary file (a device); it stays here.")
    },
    Case("unreadable, and owned by another user, for a plain user") { outer in
      let store = try outer.asUser(plain)
      try TestFiles.setMode(store.inbox, 0o3770)
      try store.put("closed", "closed")
      try TestFiles.setMode(store.file("closed"), 0o000)
      try TestFiles.setOwner(store.file("closed"), other)
      try store.put("open", "open")
      try TestFiles.setOwner(store.file("open"), other)
      try store.put("own", "own")
      try TestFiles.setOwner(store.file("own"), plain)
      try TestFiles.makeDirectory(store.file("locked"), mode: 0o700)
      try TestFiles.setOwner(store.file("locked"), other)
      try TestFiles.makeDirectory(store.file("theirs"), mode: 0o755)
      try store.put("theirs/inner", "inner")
      try TestFiles.setOwner(store.file("theirs/inner"), other)
      try TestFiles.setOwner(store.file("theirs"), other)
      try store.take(ends: 3)
      try check(try store.bytes("open"), is: Array("open".utf8))
      try check(try store.bytes("own"), is: Array("own".utf8))
      try check(try store.truths().count, is: 2)
      try store.checkNote("closed", "This file can't be read by this user.")
      try store.checkNote("locked", "This file can't be read by this user.")
      try store.checkNote(
        "theirs/inner", "It can't be taken out of its folder: Permission denied")
      try check(try store.left(), is: ["closed", "locked", "theirs", "theirs/inner"])
    },
  ]

  @Test(.enabled(if: LoopMount.isAvailable, "needs root and loop mounts"))
  func thingsOfOthers() { #expect(Case.failures(of: Self.rootCases) == []) }

  static let bigCases = [
    Case("more than 4 GiB, mostly holes, once the ceiling allows it", verifies: false) { store in
      try store.make()
      let size: Int64 = 4 << 30 + 1
      try TestFiles.writeSparse(store.file("big"), size: size)
      try store.take(ends: 3)
      try store.checkNote(
        "big",
        "This file alone (4.3 GB) is larger than the ceiling of 750 MB. "
          + "Raise it with spark-endpoint set --ceiling.")
      try store.setCeiling("none")
      try store.take()
      try check(try store.truth("big").size, is: size)
      let object = store.objectPath(try store.truth("big").object)
      try check(try TestFiles.status(object).size, is: size)
    },
    Case("20,000 files in one folder") { store in
      for number in 0..<20_000 { try store.put("f\(number)", "\(number)") }
      try store.take()
      let truths = try store.truths()
      try check(truths.count, is: 20_000)
      try check(Set(truths.map(\.name)).count, is: 20_000)
      try check(try store.left(), is: [])
    },
  ]

  @Test func manyAndLarge() { #expect(Case.failures(of: Self.bigCases) == []) }
}
