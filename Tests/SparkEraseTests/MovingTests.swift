import Glibc
import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct MovingTests {
  @Test func nothingLeavesBeforeTheIdentityWasSeenAtTheNewAddress() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    try place.tree().outbox.move(kept[0].id, .staged, .uploaded)
    let moved = place.scratch.file("moved")
    try TestFiles.rename(place.register, to: moved)
    try place.run("spark-send", ends: 75)
    // Another register stands where the first one was.
    _ = try RegisterMaker.openOrMake(place.register)
    try place.run("spark-send", ends: 78, says: "Another register")
    try place.run("spark-endpoint", ["set", place.register], ends: 78, says: "spark-signout")
    try place.run("spark-endpoint", ["set", moved], says: "moved")
    #expect(try place.state(kept[0]) == .uploaded && place.state(kept[1]) == .staged)
    #expect(try !place.exists(TreeLayout.weather))
    try place.send()
    #expect(try Set(place.moments(moved)) == Set(kept.map(\.id.text)))
    #expect(try place.moments() == [])
    try place.verify()
  }

  @Test func whatIsHeldKeepsItsTreeItsKeyAndItsPolicies() throws {
    let place = try Place()
    let kept = try place.keep("one")
    let tree = try place.tree()
    var record = try tree.record()
    record.keepsPlaintext = false
    record.sealsWhileLocked = false
    let octets = Octets32([UInt8](repeating: 3, count: 32))
    record.key = KeyPin(root: octets, generation: 2, recipient: "age1x", statement: kept.object)
    _ = try tree.whileLocked(.exclusive) { [record] () throws(SparkError) in
      try tree.replaceRecord(record)
    }
    let moved = place.scratch.file("moved")
    try TestFiles.rename(place.register, to: moved)
    try place.run("spark-endpoint", ["set", moved])
    let after = try place.tree().record()
    #expect(after.tree == record.tree && after.identity == record.identity)
    #expect(after.key == record.key && !after.keepsPlaintext && !after.sealsWhileLocked)
  }

  @Test func aSignedOutRegisterMayBeSetAgain() throws {
    let place = try Place()
    try place.keep("one")
    try place.send()
    try place.run("spark-signout", says: "Signed out")
    try place.run("spark-endpoint", ["set", place.register], says: "Captures go to register")
    let later = try place.keep("two")
    try place.send()
    #expect(try place.moments().count == 2 && place.moments().contains(later.id.text))
    try place.verify()
  }

  @Test func aCurrentThatLeadsNowhereMeansNowhere() throws {
    let place = try Place()
    try place.keep("one")
    try place.drop("untaken", [1])
    let tree = try place.tree()
    let id = try tree.record().tree
    // As a sign-out leaves it that was killed after its first step.
    try TestFiles.rename(
      tree.root.path, to: place.home.appending("retired/\(StoreLayout.retiredName(1, id))"))
    try place.run("spark-endpoint", ["show"], says: "Name: nowhere")
    #expect(try place.run("spark-endpoint", ["list"]).lines == [])
    try place.run("spark-status", ["--check"], ends: 1)
    try place.run("spark-verify", says: "sign-out was begun")
    try place.run("spark-list")
    try place.run("spark-send")
    let second = place.scratch.file("second")
    try place.run("spark-endpoint", ["set", second], says: "Captures go to second")
    try place.run("spark-import")
    try place.send()
    #expect(try place.moments(second) == [])
    try place.run("spark-prune", ["--discard-unsent", "2"], says: "Pruned: 1")
    try place.run("spark-status", ["--check"], says: "All sent")
    try place.verify()
  }

  @Test func signingOutOfOneOfTwo() throws {
    let place = try Place()
    try place.keep("one")
    try place.run("spark-endpoint", ["set", place.scratch.file("second"), "--new"])
    let other = try place.keep("two")
    try place.run("spark-signout", ["--endpoint", "register"], ends: 1, says: "unsent 1")
    #expect(try place.tree().number == 2)
    // Run again it goes on with what it had begun.
    try place.run("spark-signout", ["--endpoint", "register", "--discard-unsent", "1"])
    #expect(try TestFiles.names(place.home.appending("retired")) == [])
    try place.run("spark-signout", ["--endpoint", "register"], ends: 78)
    try place.send()
    #expect(try place.moments(place.scratch.file("second")) == [other.id.text])
    try place.run("spark-signout", ["--endpoint", "second"])
    #expect(try place.tree().number == 3)
  }
}
