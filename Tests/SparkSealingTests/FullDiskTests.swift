import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite(.enabled(if: LoopMount.isAvailable)) struct FullDiskTests {
  @Test(arguments: [true, false], [2, 40])
  func aFullDiskCostsNothing(keepsPlaintext: Bool, count: Int) throws {
    let scratch = try Scratch()
    // The home alone is on it: what the tools say must have room.
    let disk = try LoopMount(.ext4, megabytes: 24, in: scratch, name: "home")
    do {
      try TestFiles.remove(disk.path.appending("lost+found"))
      let fixture = try Fixture("--keep-plaintext", keepsPlaintext ? "yes" : "no", in: scratch)
      let kept = try fixture.keep(count, size: 4_000_000 / count)
      let ballast = disk.path.appending("ballast")
      // dd ends with an error once nothing more fits.
      try scratch.run("dd", ["if=/dev/zero", RawPath("of=\(ballast.text)"), "bs=64k"])
      fixture.expect(try fixture.seal(), 74, "No space left on device")
      #expect(try fixture.states(kept) == [.sealing])
      for one in kept { #expect(try TestFiles.read(fixture.plain(one)) == one.bytes) }
      #expect(try fixture.tree().tmp.names().count == 0)
      try TestFiles.remove(ballast)
      fixture.expect(try fixture.seal(), 0, "Sealed \(count)")
      fixture.expect(try fixture.send(), 0, "Recorded \(count)")
      try fixture.expectRecorded(kept)
    }
    try disk.unmount()
  }
}
