import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct EndpointTests {
  /// A store with two endpoints; import serves the first, `switching` makes it serve the second.
  static func make(_ store: Store) throws -> (first: RawPath, second: RawPath, switching: String) {
    for (number, more) in ([[], ["--new"]] as [[RawPath]]).enumerated() {
      let address = RawPath("file://\(store.scratch.file("register \(number)").text)")
      let set = try store.scratch.run(
        store.call("spark-endpoint", ["set", address, "--name", RawPath("e\(number)")] + more))
      try check(set.status == 0, "\(set)")
    }
    let switching =
      "ln -s endpoints/2 '\(store.home.text)/next' && mv -T '\(store.home.text)/next' '\(store.home.text)/current'"
    _ = try store.scratch.run(
      "bash", ["-c", RawPath(switching.replacing("endpoints/2", with: "endpoints/1"))])
    return (store.home.appending("endpoints/1"), store.home.appending("endpoints/2"), switching)
  }

  static func names(_ tree: RawPath) throws -> [String] {
    try TestTree.read(tree.appending("captures"), hashing: false).filter { $0.kind == .regular }
      .map {
        try CaptureRecord(
          parsing: try TestFiles.read(tree.appending("captures").appending($0.path))
        ).name.encoded
      }
      .sorted()
  }

  static let cases = [
    Case("with an endpoint: the ceiling's sentence, and rows") { store in
      let address = RawPath("file://\(store.scratch.file("nas").text)")
      let set = try store.scratch.run(
        store.call("spark-endpoint", ["set", address, "--name", "the attic", "--ceiling", "1000"]))
      try check(set.status == 0, "\(set)")
      try TestFiles.write(store.file("a"), TestFiles.noise(900, seed: 1))
      try store.take()
      try TestFiles.write(store.file("b"), TestFiles.noise(200, seed: 1))
      try TestFiles.write(store.file("c"), TestFiles.noise(1001, seed: 1))
      try store.take(ends: 3)
      try store.checkNote(
        "b",
        "900 bytes of 1 kB held. Get within reach of the attic and let it clear before capturing more."
      )
      try store.checkNote(
        "c",
        "This file alone (1 kB) is larger than the ceiling of 1 kB. "
          + "Raise it with spark-endpoint set --ceiling.")
      try check(try store.list().map(\.state), is: ["staged"])
      let sent = try store.scratch.run(store.call("spark-send"))
      try check(sent.status == 0, "\(sent)")
      try store.take(ends: 3)
      try check(try store.truth("b").size, is: 200)
    },
    Case("current moves in the middle of a batch: each capture is in one tree, whole") { store in
      let (first, second, switching) = try make(store)
      // Its own inbox serves whatever is current.
      let own = try Store(store.scratch, home: store.home, inbox: store.home.appending("inbox"))
      for number in 0..<1400 { try own.put("f\(number)", "\(number)") }
      try TestFiles.waitUntilQuiet(own.inbox)
      let run = try store.scratch.run(
        try Hook.before("link", switching, skip: 10, own.call("spark-import")))
      try check(run.status == 0, "\(run)")
      let (old, new) = (try names(first), try names(second))
      try check(old.count, is: 1000)
      try check(new.count, is: 400)
      try check(Set(old + new).count, is: 1400)
    },
    Case("current moves while an inbox of the first endpoint is taken: the rest stays there") {
      store in
      let (first, second, switching) = try make(store)
      try store.make()
      for number in 0..<1400 { try store.put("f\(number)", "\(number)") }
      try TestFiles.waitUntilQuiet(store.inbox)
      let run = try store.scratch.run(
        try Hook.before("link", switching, skip: 10, store.call("spark-import", [store.inbox])))
      try check(run.status == 3, "\(run)")
      try check(try names(first).count, is: 1000)
      try check(try names(second), is: [])
      try check(try store.left().count, is: 400)
      try check(
        try store.status().contains(
          "The inbox \(store.inbox.text) serves another endpoint; its files stay there."),
        try store.status())
    },
    Case("current moves before each lock") { store in
      let (first, second, switching) = try make(store)
      let back = switching.replacing("endpoints/2", with: "endpoints/1")
      let own = try Store(store.scratch, home: store.home, inbox: store.home.appending("inbox"))
      var shared: [String] = []
      for skip in 0..<14 {
        _ = try store.scratch.run("bash", ["-c", RawPath(back)])
        shared.append(try own.share(["--text", RawPath("a \(skip)")]))
        shared.append(try own.share(["--text", RawPath("b \(skip)")]))
        let run = try store.scratch.run(
          try Hook.before("lock", switching, skip: skip, own.call("spark-import")))
        try check(run.status == 0, "\(skip): \(run)")
        try check(try own.left(), is: [])
        try check(try own.claims(), is: 0)
      }
      try check(Set(try store.truths().map(\.id.text)), is: Set(shared))
      try check(try store.truths().count, is: shared.count)
      try check(!(try names(first).isEmpty) && !(try names(second).isEmpty), "one tree got nothing")
    },
  ]

  @Test func endpoints() { #expect(Case.failures(of: Self.cases) == []) }
}
