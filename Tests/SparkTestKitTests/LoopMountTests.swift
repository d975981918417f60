import SparkSystem
import SparkTestKit
import Testing

struct LoopMountTests {
  @Test(
    .enabled(if: LoopMount.isAvailable, "needs root and loop mounts"),
    arguments: LoopMount.Kind.allCases)
  func mountsComeAndGo(_ kind: LoopMount.Kind) throws {
    let scratch = try Scratch()
    var path: RawPath = ""
    do {
      let mount = try LoopMount(kind, in: scratch)
      path = mount.path
      let file = path.appending("file")
      try TestFiles.write(file, "x")
      let outer = try TestFiles.status(scratch.inbox).identity.device
      #expect(try TestFiles.status(file).identity.device != outer)
      #expect(try Directory(path: path).fileSystem().provesLeases)
      try mount.remount("ro")
      #expect(throws: TestKitError.self) { try TestFiles.write(file, "y") }
      try mount.unmount()
      #expect(!TestFiles.exists(file) && TestFiles.exists(path))
      try mount.mount()
      #expect(TestFiles.exists(file) == (kind != .tmpfs))
    }
    #expect(!TestFiles.exists(path.appending("file")))
  }

  @Test(.enabled(if: LoopMount.isAvailable, "needs root and loop mounts"))
  func aSmallOneFillsUp() throws {
    let scratch = try Scratch()
    let mount = try LoopMount(.tmpfs, megabytes: 1, in: scratch)
    #expect(throws: TestKitError.self) {
      try TestFiles.write(mount.path.appending("big"), TestFiles.noise(2 << 20, seed: 1))
    }
  }
}
