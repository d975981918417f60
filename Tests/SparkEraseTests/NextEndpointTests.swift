import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// Signing out is killed at every call that changes a file, while an importer and a sender run, and
/// somebody signs in elsewhere at once: nothing of the first identity may get there.
@Suite struct NextEndpointTests {
  private static let calls = [
    "renameat", "renameat2", "symlinkat", "mkdirat", "fsync", "syncfs", "linkat", "unlinkat",
  ]

  @Test(arguments: ["renameat2", "fsync", "mkdirat", "symlinkat", "syncfs", "unlinkat", "renameat"])
  func killedAnywhere(call: String) throws {
    // The removal of a tree makes hundreds of like calls.
    let steps =
      call == "unlinkat" || call == "mkdirat" ? [1, 2, 3, 5, 8, 60, 200, 300] : Array(1...12)
    for step in steps where try !runsThrough(call, killedAt: step) { return }
  }

  /// False when the run came to its end before that many calls.
  private func runsThrough(_ call: String, killedAt step: Int) throws -> Bool {
    let place = try Place()
    let first = try place.keep(["one", "two"])
    try place.send()
    _ = try place.keep(["never sent", "nor this"])
    let contents = ["one", "two", "never sent", "nor this", "untaken", "later", "shared"]
    try place.drop("untaken", Array("untaken".utf8))
    let importer = try place.scratch.start("spark-import", ["--watch"])
    let sender = try place.scratch.start("spark-send", ["--watch"])
    try place.drop("later", Array("later".utf8))
    try place.share(["shared"])
    pause(seconds: 0.1)
    let trace = place.scratch.file("trace")
    let killed = try place.scratch.run(
      "strace",
      [
        "-f", "-qq", "-o", trace, "-e", RawPath("trace=\(call)"), "-e",
        RawPath("inject=\(call):signal=SIGKILL:when=\(step)"), BuiltTools.path("spark-signout"),
        "--discard-unsent", "5",
      ])
    let second = place.scratch.file("second")
    let isLeft = !TestFiles.exists(place.home.appending("endpoints/1"))
    if isLeft {
      let set = try place.scratch.run("spark-endpoint", ["set", second])
      #expect(set.status == 0, "\(call) \(step): \(set)")
      for _ in 0..<2 {
        _ = try place.scratch.run("spark-import")
        _ = try place.scratch.run("spark-send")
      }
    }
    for running in [importer, sender] {
      running.signal(SIGTERM)
      let end = try running.wait(timeout: 30)
      #expect(end.status == 0, "\(call) \(step): \(end)")
    }
    if isLeft {
      let digests = Set(contents.map { TestTree.hexadecimal(Blake2b256.hash(Array($0.utf8))) })
      let landed = try TestTree.files(second).filter { digests.contains($0.content) }
      #expect(landed == [], "\(call) \(step)")
      #expect(try place.moments(second) == [], "\(call) \(step)")
      #expect(try place.tree().held.isEmpty(), "\(call) \(step)")
      try place.run("spark-verify")
    }
    // Whatever was killed, it is finished by running it again, with the number that is said.
    let again = try place.scratch.run("spark-prune", ["--discard-unsent", "5"])
    if isLeft, again.status == 1 {
      let words = again.errorText.split(separator: " ")
      let place2 = words.firstIndex(of: "--discard-unsent").map { words[$0 + 1] } ?? "0"
      try place.run("spark-prune", ["--discard-unsent", RawPath(String(place2))])
    }
    if isLeft {
      for record in first { try place.expectGone(record) }
      #expect(try TestFiles.names(place.home.appending("retired")) == [], "\(call) \(step)")
    }
    return killed.status == nil || killed.signal == SIGKILL || killed.status == 137
  }
}
