import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct PruneTests {
  @Test func whatNobodyNeedsGoesAndIsSaidBefore() throws {
    let place = try Place()
    let held = try place.keep("held")
    let tree = try place.tree()
    let nobodys = Array("nobody's".utf8)
    let name = TreeLayout.object(Digest(Blake2b256.hash(nobodys)))
    try tree.root.create(RawPath(name), nobodys, mode: 0o444)
    try tree.tmp.create("left", [1, 2, 3], mode: 0o600)
    try TestFiles.makeDirectory(place.home.appending("endpoints/.new-x"))
    let sealed = try place.plantSealed(held)
    let before = try TestTree.read(place.home)
    let rehearsed = try place.run("spark-prune", ["--dry-run"])
    #expect(try TestTree.read(place.home) == before)
    for line in ["\(name) (8 bytes): nothing names it", "tmp/left", "endpoints/.new-x"] {
      #expect(rehearsed.text.contains(line), "\(rehearsed)")
    }
    #expect(rehearsed.lines.count == 3)
    try place.run("spark-prune", says: "Pruned: 3")
    #expect(try !place.exists(name) && !place.exists("tmp/left"))
    // The sealed copy of what is held stays, and so does what is held.
    #expect(try place.exists(TreeLayout.object(sealed.object)))
    try place.run("spark-cat", [RawPath(held.id.text)], says: "held")
    try place.verify()
    try place.run("spark-prune", says: "Pruned: 0")
    try place.send()
    // Sent, with its plain object here.
    try place.run("spark-prune", says: "Pruned: 2")
    #expect(try !place.exists(TreeLayout.object(sealed.object)))
    #expect(try place.exists(TreeLayout.object(held.object)))
  }

  @Test func aTemporaryOfSomebodyWhoLivesStays() throws {
    let place = try Place()
    try place.keep("one")
    let tree = try place.tree()
    try tree.tmp.create("left", [1], mode: 0o600)
    let entry = try JournalEntry(tree, operation: "import")
    try place.run("spark-prune", says: "Pruned: 0")
    try entry.finish()
    try place.run("spark-prune", says: "Pruned: 1")
  }

  @Test func bytesOfWhatWasSentGoOnceTheRegisterConfirms() throws {
    let place = try Place()
    let sent = try place.keep(["one", "two", "twin"])
    try place.send()
    let twin = try place.keep(["twin"])[0]
    let captures = try TestTree.files(place.tree().captures.path)
    try place.run("spark-prune", ["--sent-older-than", "1"], says: "Pruned: 0")
    // The register lost one of them, and another is held under the same object.
    let landed = place.register.appending(RegisterLayout.object(sent[1].object))
    let bytes = try TestFiles.read(landed)
    try TestFiles.remove(landed)
    try TestFiles.write(landed, "twO", mode: 0o444)
    pause(seconds: 1.1)
    let rehearsed = try place.run(
      "spark-prune", ["--dry-run", "--sent-older-than", "0"], ends: 3, says: "stay here: 1")
    #expect(rehearsed.lines.count == 1 && rehearsed.text.contains(sent[0].object.hex))
    try place.run("spark-prune", ["--sent-older-than", "0"], ends: 3, says: "Pruned: 1 (3 bytes)")
    #expect(try !place.exists(TreeLayout.object(sent[0].object)))
    #expect(try place.exists(TreeLayout.object(sent[1].object)))
    #expect(try place.exists(TreeLayout.object(twin.object)))
    // Truths and receipts are as they were, and a note tells what was pruned from what is lost.
    let after = try TestTree.files(place.tree().captures.path)
    #expect(after.filter { !$0.name.hasSuffix(".pruned") } == captures)
    try place.run("spark-cat", [RawPath(sent[0].id.text)], ends: 1, says: "were pruned")
    try place.run("spark-show", [RawPath(sent[0].id.text)], says: "ObjectState: pruned")
    try place.verify()
    try TestFiles.rename(place.register, to: place.scratch.file("away"))
    try place.run("spark-prune", ["--sent-older-than", "0"], ends: 75, says: "can't be asked")
    try TestFiles.rename(place.scratch.file("away"), to: place.register)
    try TestFiles.remove(landed)
    try TestFiles.write(landed, bytes, mode: 0o444)
    try place.send()
    pause(seconds: 1.1)
    try place.run("spark-prune", ["--sent-older-than", "0"], says: "Pruned: 2")
    try place.verify()
    // Lost is still lost.
    try place.tree().root.remove(
      RawPath("\(TreeLayout.truth(sent[1].id, sent[1].time)).pruned"))
    try place.run("spark-verify", ends: 1, says: "missing")
  }

  @Test func anUnreadableTruthKeepsEveryObject() throws {
    let place = try Place()
    let kept = try place.keep(["one", "two"])
    let path = try place.tree().root.path.appending(TreeLayout.truth(kept[0].id, kept[0].time))
    try TestFiles.setMode(path, 0o644)
    try TestFiles.write(path, "torn")
    try place.run("spark-prune", ends: 65, says: "can't be read")
    #expect(try place.exists(TreeLayout.object(kept[0].object)))
  }

  @Test func retiredTreesNeedTheRightTotal() throws {
    let place = try Place()
    for name in ["b", "c"] {
      try place.keep(["kept for \(name)", "and \(name)"])
      try place.run("spark-signout", ends: 1)
      try place.run("spark-endpoint", ["set", place.scratch.file(name)])
    }
    try place.run("spark-status", ["--check"], ends: 1, says: "never sent: 4")
    try place.run("spark-prune", ends: 1, says: "--discard-unsent 4")
    try place.run("spark-prune", ["--discard-unsent", "2"], ends: 1)
    try place.run("spark-prune", ["--dry-run", "--discard-unsent", "4"], says: "signed out of")
    try place.run("spark-prune", ["--discard-unsent", "4"], says: "Pruned: 2")
    #expect(try TestFiles.names(place.home.appending("retired")) == [])
    try place.run("spark-status", ["--check"])
    try place.verify()
  }

  @Test func importersAndSendersRunMeanwhile() throws {
    let place = try Place()
    let importer = try place.scratch.start("spark-import", ["--watch"])
    let sender = try place.scratch.start("spark-send", ["--watch"])
    for number in 0..<40 {
      try place.share(["text \(number / 2)"])
      if number % 4 == 0 { _ = try place.scratch.run("spark-prune", ["--sent-older-than", "0"]) }
    }
    try eventually("all is sent") { try place.moments().count == 40 }
    for running in [importer, sender] {
      running.signal(SIGTERM)
      let end = try running.wait()
      #expect(end.status == 0, "\(end)")
    }
    try place.run("spark-send")
    try place.verify()
  }
}
