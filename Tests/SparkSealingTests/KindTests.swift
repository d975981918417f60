import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct KindTests {
  @Test func plainAndSealedAreNotMixed() throws {
    let fixture = try Fixture()
    let record = try fixture.inTree(TreeLayout.endpoint)
    let before = try TestFiles.read(record)
    fixture.expect(try fixture.set(fixture.drop), 78, "takes sealed copies only")
    let plain = fixture.scratch.file("plain")
    let other = fixture.call("spark-endpoint", ["set", plain])
      .with("SPARK_HOME", fixture.scratch.file("other home"))
    fixture.expect(try fixture.scratch.run(other), 0)
    fixture.expect(
      try fixture.set(RawPath("file://\(plain.text)?seal=yes"), ["--new"]), 78,
      "holds captures as they are")
    #expect(try TestFiles.read(record) == before)
    #expect(try fixture.tree().number == 1)
  }

  enum Swap: CaseIterable { case otherRegister, sameIdentity }

  @Test(arguments: Swap.allCases)
  func aRegisterThatBecamePlainGetsNothing(swap: Swap) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    let aside = fixture.scratch.file("aside")
    fixture.expect(try fixture.scratch.run("cp", ["-a", fixture.drop, aside]), 0)
    switch swap {
    case .otherRegister:
      try TestFiles.remove(fixture.drop)
      let other = fixture.call("spark-endpoint", ["set", fixture.drop])
        .with("SPARK_HOME", fixture.scratch.file("other home"))
      fixture.expect(try fixture.scratch.run(other), 0)
    case .sameIdentity:
      let identity = fixture.drop.appending(RegisterLayout.identity)
      let text = String(decoding: try TestFiles.read(identity), as: UTF8.self)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Sealed") }
      try TestFiles.write(identity, lines.joined(separator: "\n") + "\n\n", mode: 0o444)
      try TestFiles.makeDirectory(fixture.drop.appending(RegisterLayout.moments))
    }
    fixture.expect(try fixture.send(), 78, "Another register is at")
    #expect(try fixture.states(kept) == [.sealed])
    for folder in ["objects", "records", "moments"] { #expect(try fixture.dropped(folder) == []) }
    try TestFiles.remove(fixture.drop)
    try TestFiles.rename(aside, to: fixture.drop)
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  @Test(arguments: [State.staged, .uploaded, .sealed])
  func aRowPutByHandNeverLeavesInTheClear(place: State) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    let outbox = try fixture.tree().outbox
    for one in kept { #expect(try outbox.move(one.record.id, .sealing, place)) }
    fixture.expect(try fixture.send(), 3, "Waiting to be sealed: 2")
    #expect(try fixture.states(kept) == [.sealing])
    #expect(try fixture.dropped("objects") + fixture.dropped("records") == [])
    fixture.expect(try fixture.seal(), 0, "Sealed 2")
    fixture.expect(try fixture.send(), 0, "Recorded 2")
    try fixture.expectRecorded(kept)
  }

  enum Forged: CaseIterable { case object, record, tag }

  /// `<id>.sealed` was written by hand and names something that is not sealed, or not its own.
  @Test(arguments: Forged.allCases)
  func aSealedCopyThatIsNoneNeverLeaves(forged: Forged) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(2)
    fixture.expect(try fixture.seal(), 0)
    var note = try fixture.sealed(kept[0])
    switch forged {
    case .object: (note.object, note.size) = (kept[0].record.object, kept[0].record.size)
    case .record: note.record = kept[0].record.object
    case .tag: note.tag = try fixture.sealed(kept[1]).tag
    }
    try TestFiles.write(fixture.sealedPath(kept[0]), note.serialized, mode: 0o444)
    fixture.expect(try fixture.send(), 3, "Recorded 1")
    let needle = Array(kept[0].bytes.prefix(64))
    #expect(try Leaks.find([needle], below: fixture.drop) == [])
    #expect(try fixture.dropped("records").count == 1)
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    #expect(try TestFiles.read(fixture.plain(kept[0])) == kept[0].bytes)
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(kept)
  }
}
