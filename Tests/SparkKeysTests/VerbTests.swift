import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

struct VerbTests {
  @Test func theWholeLife() throws {
    let fixture = try KeyFixture(generations: 0)
    let none = try fixture.run("list")
    #expect(none.status == 0 && none.text.contains("There is no key for nowhere yet."))
    for verb in ["rotate", "unlock"] as [RawPath] {
      fixture.expectRefused(try fixture.run(verb), 78, .noKeyYet(name: "nowhere"))
    }
    #expect(!TestFiles.exists(fixture.config))

    let new = try fixture.run("new")
    #expect(new.status == 0 && new.text == "Key generation 1 is the newest for nowhere.\n")
    #expect(new.errorText.contains("spark-key export"))
    fixture.expectRefused(
      try fixture.run("new"), 73, .keyThere(name: "nowhere", generation: 1))
    try fixture.expectWhole(1)
    #expect(try fixture.keys().identities() == nil)

    #expect(try fixture.run("unlock").status == 0)
    let rotated = try fixture.run("rotate", "-q")
    #expect(rotated.text == "Key generation 2 is the newest for nowhere.\n")
    try fixture.expectWhole(2)
    #expect(try fixture.keys().identities()?.keys.sorted() == [1, 2])
    let lines = try fixture.run("list").lines
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\theld\t") })

    #expect(try fixture.run("lock").status == 0)
    #expect(try fixture.run("lock", "--endpoint", "nowhere").status == 0)
    #expect(try fixture.keys().identities() == nil)
    let locked = try fixture.run("list", "--json").text
    #expect(locked.contains(#""newest":2,"seen":2,"secrets":true,"unlocked":false"#))
    #expect(locked.contains(#""held":null"#))
  }

  @Test func forgettingOne() throws {
    let fixture = try KeyFixture(generations: 3)
    try fixture.keys().unlock(KeyFixture.answer)
    #expect(
      try fixture.run("forget", "2").text == "This device no longer holds key generation 2.\n")
    #expect(try fixture.keyring().identities.keys.sorted() == [1, 3])
    #expect(try fixture.keys().identities()?.keys.sorted() == [1, 3])
    fixture.expectRefused(try fixture.run("forget", "2"), 1, .notHeld(2))
    fixture.expectRefused(try fixture.run("forget", "9"), 1, .notHeld(9))
    fixture.expectRefused(try fixture.run("forget", "3"), 78, .forgetsNewest(3))
    #expect(try fixture.keyring().identities[3] != nil)
    #expect(try fixture.run("forget", "3", "--yes").status == 0)
    #expect(try fixture.keys().identities()?.keys.sorted() == [1])
    #expect(try fixture.run("list", "--json").text.contains(#""held":false"#))
    for word in ["0", "x", "-1", "01"] as [RawPath] {
      #expect(try fixture.run("forget", "--", word).status == 64)
    }
    // Sealing and rotating go on without them.
    #expect(try fixture.run("rotate").status == 0)
  }

  @Test func anotherRecipientIsNoMatch() throws {
    let fixture = try KeyFixture(generations: 2)
    try fixture.keys().unlock(KeyFixture.answer)
    let keys = try fixture.keys()
    let newest = try #require(try keys.newest())
    let sealed = try Age.seal([1, 2, 3], to: [newest.recipient])
    let identities = try #require(try keys.identities())
    #expect(try Age.open(sealed, with: Array(identities.values)) == [1, 2, 3])
    let old = try #require(identities[1])
    #expect(throws: SealError.noMatch) { try Age.open(sealed, with: [old]) }
  }

  @Test func theRootIsNeverUnlocked() throws {
    let fixture = try KeyFixture()
    try fixture.keys().unlock(KeyFixture.answer)
    let text = String(decoding: try TestFiles.read(fixture.unlockedFile()), as: UTF8.self)
    #expect(!text.contains("root") && text.contains("AGE-SECRET-KEY-1"))
    #expect(try fixture.keyring().root != nil)
  }

  @Test func theTagIsMadeOnceAndSurvives() throws {
    let fixture = try KeyFixture(generations: 0)
    let tag = try fixture.keys().tagSecret()
    #expect(try fixture.keys().tagSecret() == tag)
    try fixture.keys().create(KeyFixture.answer, workFactor: KeyFixture.workFactor)
    #expect(try fixture.keyring().tag == tag)
    try TestFiles.remove(fixture.file(ConfigLayout.tag))
    #expect(throws: SparkError.self) { try fixture.keys().tagSecret() }
    try fixture.keys().unlock(KeyFixture.answer)
    #expect(try fixture.keys().tagSecret() == tag)
  }

  @Test func othersLookWithoutTheKeys() throws {
    let fixture = try KeyFixture(generations: 2)
    let tree = try fixture.tree().record().tree
    func look() -> KeyPresence {
      KeyPresence(tree: tree, config: fixture.config, runtime: fixture.runtime)
    }
    #expect(look().hasKeyring && look().hasStatement(2) && !look().hasStatement(3))
    #expect(!look().isUnlocked)
    try fixture.keys().unlock(KeyFixture.answer)
    #expect(look().isUnlocked)
    let nothing = KeyPresence(tree: .fresh(), config: nil, runtime: nil)
    #expect(!nothing.hasKeyring && !nothing.isUnlocked && !nothing.hasStatement(1))
    try fixture.keys().destroy()
    try fixture.keys().destroy()
    #expect(!look().hasKeyring && !look().isUnlocked)
    #expect(try TestFiles.names(fixture.config.appending("keys")).isEmpty)
  }
}
