import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct ItemTests {
  @Test func sharesByTheirIDAndItemsByTheirPath() throws {
    let place = try Place()
    let share = try place.share(["first", "second"])
    let torn = CaptureID.fresh().text
    try TestFiles.makeDirectory(place.inbox.appending("\(torn).share"))
    try TestFiles.write(place.inbox.appending("\(torn).share/share"), "torn")
    try TestFiles.makeDirectory(place.inbox.appending("a/b"))
    try place.drop("a/b/c.txt", [1])
    try TestFiles.makeLink(place.inbox.appending("link"), to: place.scratch.file("elsewhere"))
    try TestFiles.write(place.scratch.file("elsewhere"), "mine")
    try place.run("spark-discard", ["--dry-run", RawPath(share)], says: "\(share).share")
    try place.discard(RawPath(String(share.prefix(24))), says: "Discarded.")
    try place.discard(RawPath(torn), says: "Discarded.")
    try place.discard(place.inbox.appending("a/b/c.txt"))
    try place.discard(place.inbox.appending("link"))
    #expect(TestFiles.exists(place.scratch.file("elsewhere")))
    try place.discard(place.scratch.file("elsewhere"), ends: 1)
    try place.discard(place.inbox.appending(".spark/lock"), ends: 1)
    try place.discard(place.inbox, ends: 1)
    let left = try TestTree.read(place.inbox).filter { $0.kind != .directory }.map(\.name)
    #expect(left == [])
    try place.run("spark-status", ["--check"])
    try place.verify()
  }

  @Test func claimsThatACrashHasLeft() throws {
    let place = try Place()
    try place.keep("made first")
    let tree = try place.tree()
    let claims = place.inbox.appending(InboxLayout.claims(tree: try tree.record().tree))
    let ids = (0..<3).map { _ in CaptureID.fresh() }
    for id in ids { try TestFiles.write(claims.appending("\(id.text).name"), id.text) }
    try place.discard(RawPath(ids[0].text), says: "Discarded.")
    try place.discard(claims.appending("\(ids[1].text).name"), says: "Discarded.")
    pause(seconds: 2.1)
    try place.run("spark-import")
    let found = Captures(tree)
    #expect(try found.find(ids[0]) == nil && found.find(ids[1]) == nil)
    let kept = try #require(try found.find(ids[2])).record
    // A claim that stands beside its capture must not bring that back.
    try TestFiles.write(claims.appending("\(kept.id.text).name"), kept.id.text)
    try place.discard(RawPath(kept.id.text))
    try place.run("spark-import")
    #expect(try found.find(kept.id) == nil)
    try place.verify()
  }

  @Test func aShareThatWasTakenByHalfDoesNotComeBack() throws {
    let place = try Place()
    let id = try #require(CaptureID(try place.share(["first", "second", "third"])))
    let copy = place.scratch.file("copy")
    try place.scratch.run(
      "cp", ["-a", place.inbox.appending("\(id.text).share"), copy])
    try place.run("spark-import")
    let tree = try place.tree()
    let claims = place.inbox.appending(InboxLayout.claims(tree: try tree.record().tree))
    try place.scratch.run("cp", ["-a", copy, claims.appending("\(id.text).share")])
    let second = CaptureID.ofShare(id, place: 2)
    try place.discard(RawPath(second.text))
    try place.run("spark-import")
    #expect(try Captures(tree).find(second) == nil)
    #expect(try Captures(tree).find(id) != nil)
    #expect(try TestFiles.names(claims) == [])
    try place.verify()
  }

  @Test func originalsThatStayAreAPersonsOwn() throws {
    let place = try Place()
    let originals = place.scratch.file("originals")
    try TestFiles.makeDirectory(originals)
    try TestFiles.write(originals.appending("a"), "one")
    pause(seconds: 2.1)
    try place.run("spark-import", ["--keep", originals])
    try place.discard(originals.appending("a"), ends: 78, says: "remove it there yourself")
    let kept = try #require(CaptureID(try place.run("spark-list").lines[0].prefix(36)))
    try place.discard(RawPath(kept.text))
    try place.run("spark-import", ["--keep", originals])
    #expect(try place.run("spark-list").lines == [])
    try place.run("spark-signout", says: "Signed out")
    #expect(try TestFiles.read(originals.appending("a")) == Array("one".utf8))
    #expect(try TestFiles.names(place.home.appending("inboxes")) == [])
  }
}
