import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct EndpointTests {
  @Test func theSameRegisterMayMoveAndBeRenamed() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    let moved = fixture.scratch.file("other place")
    try TestFiles.rename(fixture.register, to: moved)
    fixture.expect(try fixture.set(fixture.scratch.file("empty")), 78, "Nothing was changed")
    #expect(!TestFiles.exists(fixture.scratch.file("empty")))
    fixture.expect(
      try fixture.set(moved, "--name", "nas", "--ceiling", "1000"), 0, "nas at file:///")
    let record = try fixture.tree().record()
    #expect(record.name == "nas" && record.ceiling == .bytes(1000))
    #expect(record.address?.text == "file://\(moved.description)".replacingBlanks)
    fixture.expect(try fixture.set(moved, "--ceiling", "none"), 0)
    #expect(try fixture.tree().record().ceiling == .none)
    fixture.expect(try fixture.send(), 0, "Recorded 2 captures at nas.")
    #expect(try fixture.states(kept) == [.done])
  }

  @Test func anotherRegisterNeedsASecondTree() throws {
    let fixture = try Fixture()
    let first = try fixture.keep(2)
    let second = fixture.scratch.file("second")
    _ = try RegisterMaker.openOrMake(second)
    let refused = try fixture.set(second)
    fixture.expect(refused, 78, "spark-signout")
    fixture.expect(refused, 78, "--new")
    fixture.expect(try fixture.set(second, "--new", "--name", "register"), 78, "another endpoint")
    fixture.expect(try fixture.set(second, "--new"), 0, "Captures go to second")
    #expect(try fixture.tree().number == 2)
    let later = try fixture.keep(3)
    let run = try fixture.send()
    fixture.expect(run, 0, "Recorded 2 captures at register.")
    fixture.expect(run, 0, "Recorded 3 captures at second.")
    #expect(
      TestFiles.exists(fixture.moment(first[0])) && !TestFiles.exists(fixture.moment(later[0])))
    // The first one again: it is taken up, not made twice.
    fixture.expect(try fixture.set(nil, "--new"), 0, "register")
    #expect(try fixture.tree().number == 1)
    let list = try fixture.scratch.run("spark-endpoint", ["list"])
    #expect(list.lines.count == 2 && list.lines[0].hasPrefix("* 1\tregister\tfile://"), "\(list)")
  }

  @Test func numbersAreNotUsedAgain() throws {
    let fixture = try Fixture()
    try TestFiles.makeDirectory(fixture.scratch.home.appending("retired/7"))
    fixture.expect(try fixture.set(fixture.scratch.file("b"), "--new"), 0)
    #expect(try fixture.tree().number == 8)
  }

  @Test func whatIsRefusedChangesNothing() throws {
    let fixture = try Fixture(registered: false)
    let store = try fixture.tree().home.root.path
    let before = try TestTree.read(fixture.scratch.home)
    let full = fixture.scratch.file("full")
    try TestFiles.makeDirectory(full.appending("photos"))
    let table: [(RawPath, Int32, String)] = [
      (store, 78, "the store"), (store.appending("inbox"), 78, "the store"),
      (fixture.scratch.path, 78, "the store"), (full, 78, "not empty"),
      (fixture.scratch.file("a/b"), 78, "is not there"), ("https://host", 78, "directories only"),
      ("s3://bucket/x", 78, "directories only"), ("http://host", 64, "https"),
      ("", 64, ""),
    ]
    for (address, status, text) in table { fixture.expect(try fixture.set(address), status, text) }
    let there = fixture.register
    for name in ["", "a/b", "12", "nowhere", "a\u{1B}"] {
      fixture.expect(try fixture.set(there, "--name", RawPath(name)), 78, "")
    }
    fixture.expect(try fixture.set(there, "--ceiling", "lots"), 64)
    #expect(try TestTree.read(fixture.scratch.home) == before)
    #expect(try fixture.tree().record().identity == nil)
  }

  @Test func aHalfMadeRegisterIsFinished() throws {
    let scratch = try Scratch()
    let path = scratch.register
    let identity = try RegisterMaker.openOrMake(path).identity
    for name in ["version", "lock", "objects/ff", "moments"] {
      try TestFiles.remove(path.appending(name))
      if name != "version" { try TestFiles.remove(path.appending("version")) }
      #expect(try RegisterMaker.look(path) == .empty)
      #expect(try RegisterMaker.openOrMake(path).identity == identity)
    }
    try TestFiles.remove(path.appending("version"))
    try TestFiles.write(path.appending("diary.txt"), "x")
    #expect(try RegisterMaker.look(path) == .foreign)
    #expect(throws: SparkError.self) { try RegisterMaker.openOrMake(path) }
  }

  @Test func resolveAsksAndChangesNothing() throws {
    let fixture = try Fixture()
    let identity = try #require(try fixture.tree().record().identity)
    let run = try fixture.scratch.run("spark-endpoint", ["resolve", fixture.register])
    fixture.expect(run, 0, "Address: file://")
    fixture.expect(run, 0, "Identity: \(identity)")
    let nothing = fixture.scratch.file("nothing")
    fixture.expect(
      try fixture.scratch.run("spark-endpoint", ["resolve", nothing]), 1, "can be made")
    #expect(!TestFiles.exists(nothing))
  }
}

extension String {
  fileprivate var replacingBlanks: String {
    split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
  }
}
