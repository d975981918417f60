import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct SignOutTests {
  @Test func aTreeInWhichAllIsSentIsErased() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    try place.send()
    try place.run("spark-signout", says: "Signed out of register.")
    for record in kept { try place.expectGone(record) }
    #expect(try TestFiles.names(place.home.appending("retired")) == [])
    #expect(try place.tree().number == 2)
    #expect(try place.tree().record().identity == nil)
    #expect(try place.moments().count == 2)
    try place.verify()
    try place.run("spark-signout", says: "nothing to sign out of")
  }

  @Test func whatWasNeverSentNeedsItsNumber() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    try place.drop("late.txt", Array("three".utf8))
    try place.share(["four"])
    try place.run("spark-signout", ["--discard-unsent", "3"], ends: 1, says: "--discard-unsent 4")
    #expect(try place.tree().number == 2)
    try place.run("spark-import")
    try place.run("spark-list", says: "")
    #expect(try place.tree().held.isEmpty())
    try place.run("spark-signout", ["--discard-unsent", "4"], says: "Signed out")
    for record in kept { try place.expectGone(record) }
    #expect(try TestFiles.names(place.home.appending("retired")) == [])
    try place.run("spark-status", ["--check"])
    try place.verify()
  }

  @Test func aTreeThatIsHalfRemovedAndOneThatCannotBeReached() throws {
    let place = try Place()
    try place.keep("one")
    try place.send()
    let config = place.scratch.file("config")
    let id = try place.tree().record().tree.text
    try TestFiles.makeDirectory(config.appending("keys/\(id)"))
    try TestFiles.write(config.appending("keys/\(id)/tag"), "secret")
    let runtime = place.scratch.file("run")
    for name in ["", "spark", "spark/keys"] {
      try TestFiles.makeDirectory(runtime.appending(name), mode: 0o700)
    }
    try TestFiles.write(runtime.appending("spark/keys/\(id)"), "unlocked")
    for name in ["outbox", "carriers", "held", "objects", "journal"] {
      try TestFiles.remove(place.home.appending("endpoints/1/\(name)"))
    }
    // There is no network either.
    try TestFiles.remove(place.register)
    let call = ToolCall("spark-signout").with("XDG_RUNTIME_DIR", runtime)
    let run = try place.scratch.run(call)
    #expect(run.status == 0 && run.text.contains("Signed out"), "\(run)")
    #expect(try TestFiles.names(config.appending("keys")) == [])
    #expect(!TestFiles.exists(runtime.appending("spark/keys/\(id)")))
    #expect(try TestFiles.names(place.home.appending("retired")) == [])
    try place.verify()
  }

  @Test func otherInboxesThatServedIt() throws {
    let place = try Place()
    let other = place.scratch.file("other")
    try TestFiles.makeDirectory(other)
    try place.run("spark-import", [other])
    try TestFiles.write(other.appending("a.txt"), "one")
    try TestFiles.write(
      place.home.appending("inboxes/typed"),
      """
      Format: spark-inbox 1
      Path: \(place.scratch.inbox.description)
      Keep: no


      """)
    try TestFiles.write(place.scratch.inbox.appending("b.txt"), "two")
    try place.run("spark-signout", ends: 1, says: "--discard-unsent 2")
    let second = place.scratch.file("second")
    try place.run("spark-endpoint", ["set", second])
    pause(seconds: 2.1)
    for _ in 0..<2 { try place.run("spark-import", ends: 3, says: "another endpoint") }
    try place.run("spark-send")
    #expect(try place.moments(second) == [])
    try place.run("spark-status", ["--check"], ends: 1)
    try place.run("spark-prune", ["--discard-unsent", "2"])
    #expect(!TestFiles.exists(other.appending("a.txt")))
    #expect(!TestFiles.exists(place.scratch.inbox.appending("b.txt")))
    #expect(try TestFiles.names(place.home.appending("inboxes")) == [])
    try place.run("spark-status", ["--check"], says: "All sent")
  }
}
