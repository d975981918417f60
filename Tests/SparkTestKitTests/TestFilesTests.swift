import SparkSystem
import SparkTestKit
import Testing

struct TestFilesTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func treesAreReadWhole() throws {
    let top = scratch.inbox
    let odd: [UInt8] = [0xff, 0x0a]
    try TestFiles.write(top.appending(odd), "abc", mode: 0o640)
    try TestFiles.makeDirectory(top.appending("d/e"), mode: 0o750)
    try TestFiles.makePipe(top.appending("pipe"))
    try TestFiles.makeSocket(top.appending("socket"))
    try TestFiles.makeLink(top.appending("link"), to: "nowhere")
    try TestFiles.makeHardLink(top.appending("d/e/again"), to: top.appending(odd))
    let tree = try TestTree.read(top)
    #expect(
      tree.map(\.path) == ["", "d", "d/e", "d/e/again", "link", "pipe", "socket"].map {
        Array($0.utf8)
      } + [odd])
    #expect(
      tree.map(\.kind) == [
        .directory, .directory, .directory, .regular, .symbolicLink, .pipe, .socket, .regular,
      ])
    #expect(
      tree[3].links == 2 && tree[3].size == 3 && tree[3].mode == 0o640 && tree[2].mode == 0o750)
    // As `printf abc | b2sum -l 256` says.
    #expect(tree[3].content == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
    #expect(tree[4].content == "nowhere")
    #expect(try TestTree.files(top).count == 2)
    #expect(try TestTree.read(top.appending("none")).isEmpty)
    try TestFiles.append(top.appending(odd), [0])
    #expect(try TestTree.read(top) != tree)
  }

  @Test func timesModesAndLengths() throws {
    let file = scratch.file("old")
    try TestFiles.write(file, "")
    try TestFiles.setTimes(file, seconds: -1, nanoseconds: 5)
    #expect(try TestFiles.status(file).modified == FileStatus.Time(seconds: -1, nanoseconds: 5))
    try TestFiles.waitUntilQuiet(file, seconds: 0.3)
    let changed = try TestFiles.status(file).changed
    let now = Clock.now()
    #expect(now.seconds - changed.seconds < 10)
    try TestFiles.writeSparse(file, size: 5 << 30)
    #expect(try TestFiles.status(file).size == 5 << 30)
    #expect(TestFiles.noise(1001, seed: 7) == TestFiles.noise(1001, seed: 7))
    #expect(TestFiles.noise(9, seed: 7) != TestFiles.noise(9, seed: 8))
  }

  @Test func nothingIsLeft() throws {
    var path: RawPath = ""
    do {
      let inner = try Scratch()
      path = inner.path
      try TestFiles.makeDirectory(inner.file("closed/inner"), mode: 0o000)
      try TestFiles.write(inner.file([0xfe]), "x", mode: 0)
      try TestFiles.makeLink(inner.file("out"), to: scratch.path)
      withExtendedLifetime(inner) {}
    }
    #expect(!TestFiles.exists(path))
    #expect(TestFiles.exists(scratch.inbox))
  }

  @Test(.enabled(if: Environment.user == 0, "needs root")) func devices() throws {
    try TestFiles.makeDevice(scratch.file("null"))
    #expect(try TestFiles.status(scratch.file("null")).kind == .device)
    try TestFiles.setOwner(scratch.inbox, 4242)
    #expect(try TestFiles.status(scratch.inbox).owner == 4242)
  }
}
