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
}
