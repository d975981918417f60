import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct WeatherTests {
  private static let needsMounts: Comment = "needs root and loop mounts"

  @Test func anAbsentRegisterIsWeatherAndWritesNothing() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(3)
    let away = fixture.scratch.file("away")
    try TestFiles.rename(fixture.register, to: away)
    for attempts in 1...2 {
      fixture.expect(try fixture.send(), 75, "register is not there")
      let weather = try #require(try fixture.weather())
      #expect(weather.attempts == attempts && !weather.verdict && weather.due > weather.since)
    }
    #expect(try fixture.states(kept) == [.staged])
    // What stands in its place, as where a disk is not mounted, stays empty.
    try TestFiles.makeDirectory(fixture.register)
    fixture.expect(try fixture.send(), 75)
    #expect(try TestTree.read(fixture.register).count == 1)
    try TestFiles.remove(fixture.register)
    try TestFiles.rename(away, to: fixture.register)
    fixture.expect(try fixture.send(), 0, "Recorded 3")
    try fixture.expectRecorded(kept)
  }

  @Test func anotherRegisterIsAVerdict() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(3)
    try TestFiles.rename(fixture.register, to: fixture.scratch.file("away"))
    let other = try RegisterMaker.openOrMake(fixture.register)
    let before = try TestTree.read(fixture.register)
    fixture.expect(try fixture.send(), 78, "Another register is at")
    #expect(try fixture.weather()?.verdict == true)
    #expect(try fixture.states(kept) == [.staged])
    #expect(try TestTree.read(fixture.register) == before)
    #expect(try other.identity != fixture.tree().record().identity)
  }

  @Test(.enabled(if: LoopMount.isAvailable, needsMounts))
  func aFullDiskIsWeatherAndTheRestGoesOn() throws {
    let scratch = try Scratch()
    let mount = try LoopMount(.ext4, megabytes: 8, in: scratch)
    let fixture = try Fixture(register: mount.path.appending("register"), in: scratch)
    let kept = try fixture.keep([
      TestFiles.noise(1000, seed: 1), TestFiles.noise(20 << 20, seed: 2),
      TestFiles.noise(1000, seed: 3),
    ])
    fixture.expect(try fixture.send(), 75, "No space left at register")
    #expect(try fixture.states([kept[1]]) == [.staged])
    #expect(try fixture.weather()?.verdict == false)
    #expect(try TestTree.files(fixture.register.appending("tmp")) == [])
  }

  @Test(.enabled(if: LoopMount.isAvailable, needsMounts))
  func aReadOnlyDiskIsWeather() throws {
    let scratch = try Scratch()
    let mount = try LoopMount(.ext4, in: scratch)
    let fixture = try Fixture(register: mount.path.appending("register"), in: scratch)
    let kept = try fixture.keep(5)
    try mount.remount("ro")
    fixture.expect(try fixture.send(), 75, "read-only")
    #expect(try fixture.states(kept) == [.staged])
    try mount.remount("rw")
    fixture.expect(try fixture.send(), 0, "Recorded 5")
    try fixture.expectRecorded(kept)
  }

  /// The disk goes away without its journal being written: only what was flushed is there afterwards.
  @Test(.enabled(if: LoopMount.isAvailable, needsMounts))
  func aDiskUnpluggedMidwayIsWeatherAndLosesNothing() throws {
    let scratch = try Scratch()
    let mount = try LoopMount(.ext4, megabytes: 64, in: scratch)
    let fixture = try Fixture(register: mount.path.appending("register"), in: scratch)
    var kept: [CaptureRecord] = []
    var unplugged = 0
    for round in 0..<8 {
      kept += try fixture.keep(round % 2 == 0 ? 300 : 3)
      let running = try fixture.scratch.start("spark-send")
      pause(seconds: Double.random(in: 0.01...0.25))
      let pull = try fixture.scratch.run("xfs_io", ["-x", "-c", "shutdown", mount.path])
      #expect(pull.status == 0, "\(pull)")
      let run = try running.wait()
      #expect(run.status == 75 || run.status == 0, "\(run)")
      if run.status == 75 { unplugged += 1 }
      try mount.unmount()
      try mount.mount()
    }
    #expect(unplugged > 0)
    fixture.expect(try fixture.send(), 0)
    try fixture.expectRecorded(kept)
  }

  @Test(.enabled(if: LoopMount.isAvailable, needsMounts))
  func anEmptyMountPointStaysEmpty() throws {
    let scratch = try Scratch()
    let mount = try LoopMount(.ext4, in: scratch)
    let fixture = try Fixture(register: mount.path, in: scratch)
    let kept = try fixture.keep(2)
    try mount.unmount()
    fixture.expect(try fixture.send(), 75, "Is the disk mounted?")
    #expect(try TestTree.read(mount.path).count == 1)
    try mount.mount()
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  @Test func aWatchWaitsForItsTimeAndAHandDoesNot() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    let away = fixture.scratch.file("away")
    try TestFiles.rename(fixture.register, to: away)
    fixture.expect(try fixture.send(), 75)
    try TestFiles.rename(away, to: fixture.register)
    let watcher = try fixture.scratch.start("spark-send", ["--watch"])
    pause(seconds: 1)
    #expect(try fixture.states(kept) == [.staged])
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    watcher.killAll()
    _ = try watcher.wait()
    try fixture.expectRecorded(kept)
  }
}
