import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct InFlightTests {
  /// A sender whose copies take a while, with a large capture on its way and a small one behind it.
  private func sending(_ place: Place) throws -> (
    Running, large: CaptureRecord, small: CaptureRecord
  ) {
    let path = place.scratch.file("large.bin")
    try TestFiles.write(path, TestFiles.noise(160 << 20, seed: 5))
    let id = try place.run("spark-share", ["--inbox", place.inbox, "--", path]).lines[0]
    try TestFiles.remove(path)
    try place.run("spark-import")
    let captureID = try #require(CaptureID(id))
    let large = try #require(try Captures(place.tree()).find(captureID)).record
    let small = try place.keep("small")
    // Twenty pieces, six seconds in all.
    let sender = try place.scratch.start(
      "strace",
      [
        "-f", "-qq", "-o", place.scratch.file("trace"), "-e", "trace=copy_file_range", "-e",
        "inject=copy_file_range:delay_enter=300000", BuiltTools.path("spark-send"),
      ])
    try eventually("the large one is on its way") {
      try place.state(large) == .uploading
        && TestFiles.names(place.register.appending("tmp")).count > 1
    }
    return (sender, large, small)
  }

  @Test func aTransferUnderWayStopsAndTheOthersGoOn() throws {
    let place = try Place()
    let (sender, large, small) = try sending(place)
    try place.discard(RawPath(large.id.text), says: "Discarded.")
    let start = Clock.monotonic()
    let end = try sender.wait()
    #expect(end.status == 0, "\(end)")
    #expect(Clock.monotonic() - start < 4_000_000_000)
    try place.expectGone(large)
    #expect(
      !TestFiles.exists(place.register.appending(RegisterLayout.object(large.object))))
    try place.send()
    #expect(try place.moments() == [small.id.text])
    #expect(try TestTree.files(place.register.appending("tmp")) == [])
    try place.verify()
  }

  @Test func signingOutStopsIt() throws {
    let place = try Place()
    let (sender, _, _) = try sending(place)
    let start = Clock.monotonic()
    try place.run("spark-signout", ["--discard-unsent", "2"], says: "Signed out")
    let end = try sender.wait()
    #expect(Clock.monotonic() - start < 4_000_000_000)
    #expect(end.status == 3, "\(end)")
    #expect(try place.moments() == [])
    #expect(try TestFiles.names(place.home.appending("retired")) == [])
    try place.verify()
  }

  @Test(.enabled(if: LoopMount.isAvailable)) func onAFullDisk() throws {
    let outside = try Scratch()
    let mount = try LoopMount(.ext4, megabytes: 40, in: outside)
    let scratch = try Scratch(in: mount.path)
    let place = try Place(in: scratch)
    let kept = try place.keep(["one", "two", "three"])
    try place.drop("untaken", Array("four".utf8))
    let fill =
      "for f in 1 2 3 4 5 6 7 8 9; do cat /dev/zero >full$f; sync; done 2>/dev/null; df . >&2"
    let filled = try outside.run("env", ["-C", mount.path, "sh", "-c", RawPath(fill)])
    #expect(filled.errorText.contains("100%"), "\(filled)")
    try place.discard(RawPath(kept[0].id.text), says: "Discarded.")
    try place.expectGone(kept[0])
    try place.verify()
    try place.run("spark-signout", ["--discard-unsent", "3"], says: "Signed out")
    try place.expectGone(kept[1])
    #expect(try TestFiles.names(place.home.appending("retired")).count <= 1)
    for number in 1...9 { try TestFiles.remove(mount.path.appending("full\(number)")) }
    try place.run("spark-import")
    #expect(try place.tree().held.isEmpty())
    try place.verify()
  }
}
