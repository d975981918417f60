import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct GroupInboxTests {
  static let owner: UInt32 = 2001
  static let member: UInt32 = 2002
  static let group: UInt32 = 2003

  /// A group inbox, its owner's store, and a secret of the owner's.
  static func make(_ outer: Store, mode: UInt32 = 0o3770) throws -> (Store, secret: RawPath) {
    let store = try outer.asUser(owner, groups: [group])
    try TestFiles.setOwner(store.inbox, owner, group: group)
    try TestFiles.setMode(store.inbox, mode)
    let secret = store.scratch.file("secret")
    try TestFiles.makeDirectory(secret, mode: 0o700)
    try TestFiles.write(secret.appending("key"), "secret key", mode: 0o600)
    try TestFiles.setOwner(secret.appending("key"), owner)
    try TestFiles.setOwner(secret, owner)
    return (store, secret)
  }

  /// Runs a script in the inbox as the co-member.
  @discardableResult
  static func asMember(_ store: Store, _ script: String, fails: Bool = false) throws -> ToolRun {
    var call = ToolCall("bash", ["-uc", RawPath(script)]).asUser(member, groups: [group])
    call.directory = store.inbox
    let run = try store.scratch.run(call)
    try check((run.status != 0) == fails, "\(script): \(run)")
    return run
  }

  static func checkUntouched(_ secret: RawPath) throws {
    try check(try TestTree.read(secret).map(\.name), is: ["", "key"])
    let key = try TestTree.read(secret)[1]
    try check(key.mode == 0o600 && key.links == 1, "\(key)")
  }

  static let cases = [
    Case("what members drop and share is taken") { outer in
      let (store, _) = try make(outer)
      try asMember(
        store, "umask 027; echo file > file; umask 002; mkdir folder; echo inner > folder/inner")
      let call = ToolCall("spark-share", ["--inbox", store.inbox, "--text", "shared"])
      let shared = try store.scratch.run(call.asUser(member, groups: [group]))
      try check(shared.status == 0, "\(shared)")
      try store.take()
      try check(try store.bytes("file"), is: Array("file\n".utf8))
      try check(try store.bytes("inner"), is: Array("inner\n".utf8))
      try check(try store.bytes("text.txt"), is: Array("shared".utf8))
      for digest in try store.truths().map(\.object) {
        let object = try TestFiles.status(store.objectPath(digest))
        try check(object.owner == owner && object.mode == 0o444, "\(object)")
      }
      try check(try store.claims(), is: 0)
    },
    Case("planted links lead nowhere") { outer in
      let (store, secret) = try make(outer)
      try asMember(
        store,
        """
        ln -s \(secret.text)/key link; ln -s \(secret.text) folder; mkdir real; ln -s \(secret.text)/key real/link
        ln -s /dev/zero endless; ln -s . loop; echo fine > fine
        mkdir x.share; ln -s \(secret.text)/key x.share/share; ln -s \(secret.text) y.share
        """)
      try store.take(ends: 3)
      try check(try store.truths().map(\.name), is: [FileName("fine")])
      try checkUntouched(secret)
      let status = try store.status()
      for name in ["link", "folder", "real/link", "endless", "loop", "y.share"] {
        try check(
          status.contains("  \(name): Not an ordinary file (a symbolic link)"), "\(name): \(status)"
        )
      }
      try check(status.contains("  x.share: This share can't be read: "), status)
    },
    Case(".spark planted before the first import: refused, and nothing goes there") { outer in
      for (number, plant) in [
        "mkdir .spark", "mkdir -m 700 .spark", "echo x > .spark", "mkfifo .spark",
        "ln -s SECRET .spark",
        "ln -s nothing .spark",
      ].enumerated() {
        let scratch = try Scratch()
        let (store, secret) = try make(Store(scratch))
        try asMember(store, plant.replacing("SECRET", with: secret.text) + "; echo x > file")
        let before = try TestTree.read(store.inbox)
        try store.take(ends: 3)
        let sentence =
          "The inbox \(store.inbox.text) is refused: its directory .spark does not belong to this user alone."
        try check(try store.status().contains(sentence), "\(number): \(try store.status())")
        try check(try TestTree.read(store.inbox) == before, "\(number): the inbox was changed")
        try checkUntouched(secret)
      }
    },
    Case(".spark cannot be swapped, opened or filled") { outer in
      let (store, _) = try make(outer)
      try store.put("first", "x")
      try TestFiles.setOwner(store.file("first"), owner)
      try store.take()
      for script in [
        "mv .spark gone", "rmdir .spark", "rm -rf .spark", "ls .spark", "touch .spark/claims/x",
        "ln -sfn /tmp .spark/claims", "mkdir mine && mv -T mine .spark",
      ] { try asMember(store, script, fails: true) }
      try store.put("second", "y")
      try TestFiles.setOwner(store.file("second"), owner)
      try asMember(store, "rm -f second", fails: true)
      try store.take()
      try check(try store.truths().count, is: 2)
    },
    Case("inboxes that others could turn against their owner are refused") { outer in
      let (store, _) = try make(outer, mode: 0o2770)
      try asMember(store, "echo x > file")
      try store.take(ends: 3)
      try check(
        try store.status().contains(
          "The inbox \(store.inbox.text) is refused: others can write to it and it is not sticky (chmod 3770)."
        ), try store.status())
      try TestFiles.setMode(store.inbox, 0o3770)
      try TestFiles.setOwner(store.inbox, member, group: group)
      try store.take(ends: 3)
      try check(
        try store.status().contains("is refused: it belongs to another user."), try store.status())
      try check(try store.truths().isEmpty, "something was taken")
    },
    Case("folders that cannot be emptied stay and block nothing") { outer in
      let (store, _) = try make(outer)
      try asMember(
        store,
        """
        umask 022; mkdir closed; echo x > closed/file; echo fine > fine
        mkdir private; echo x > private/file; chmod 700 private
        """)
      for (number, mode) in ["2755", "2770"].enumerated() {
        let id = "0193a7d2-0000-7000-8000-00000000000\(number)"
        try asMember(
          store,
          """
          umask 002; mkdir .d; echo share > .d/1; mkdir -m 700 .d/trap; echo x > .d/trap/x
          printf 'Format: spark-share 1\\nId: \(id)\\nTime: 2026-11-30T19:04:04+09:00\\nZone: +09:00\\nFile: s\(number)\\n\\n' > .d/share
          chmod \(mode) .d; mv -T .d \(id).share
          """)
      }
      try store.share(["--text", "own"])
      for _ in 1...3 { try store.take(ends: 3) }
      try check(try store.bytes("fine"), is: Array("fine\n".utf8))
      try check(try store.bytes("text.txt"), is: Array("own".utf8))
      // A share that holds more than its record names is not taken in part.
      try check(try store.truths().count <= 3, "\(try store.truths().map(\.name.encoded))")
      let status = try store.status()
      try check(
        status.contains("  closed/file: It can't be taken out of its folder: Permission denied"),
        status)
      try check(status.contains("  private: This file can't be read by this user."), status)
      for number in 0...1 {
        try check(status.contains("0193a7d2-0000-7000-8000-00000000000\(number).share: "), status)
      }
      try asMember(store, "echo later > later")
      try store.take(ends: 3)
      try check(try store.bytes("later"), is: Array("later\n".utf8))
    },
    Case("a member's folder swapped for a link in the middle") { outer in
      let (store, secret) = try make(outer)
      try store.make()
      try TestFiles.makeDirectory(store.file("folder"), mode: 0o2770)
      try TestFiles.setOwner(store.file("folder"), owner, group: group)
      for name in ["key", "other"] {
        try store.put("folder/\(name)", "dropped")
        try TestFiles.setOwner(store.file("folder/\(name)"), owner)
      }
      try TestFiles.waitUntilQuiet(store.inbox)
      let swap = "cd '\(store.inbox.text)' && mv folder moved && ln -s '\(secret.text)' folder"
      let run = try store.scratch.run(
        try Hook.before("claim", swap, store.call("spark-import", [store.inbox])))
      try check(run.signal == nil, "\(run)")
      try checkUntouched(secret)
      try check(Set(try store.truths().map(\.size)), is: [7])
      try check(try store.truths().count, is: 2)
    },
    Case("a member who keeps a file open for writing") { outer in
      let (store, _) = try make(outer)
      var call = ToolCall(
        "bash",
        [
          "-uc",
          "umask 002; exec 3> open; echo one >&3; for i in 1 2 3 4 5 6 7; do sleep 1; echo $i >&3; done; touch done",
        ]
      ).asUser(member, groups: [group])
      call.directory = store.inbox
      let writer = try store.scratch.start(call)
      while writer.isRunning {
        _ = try store.scratch.run(store.call("spark-import", [store.inbox]))
        if writer.isRunning {
          try check(try store.truths().isEmpty, "it was taken while it was written")
        }
      }
      try store.take()
      // The file is another's: quiet alone decides, five seconds of it.
      try check(try store.bytes("open"), is: Array("one\n1\n2\n3\n4\n5\n6\n7\n".utf8))
    },
  ]

  @Test(.enabled(if: LoopMount.isAvailable, "needs root and loop mounts"))
  func groupInboxes() { #expect(Case.failures(of: Self.cases) == []) }
}
