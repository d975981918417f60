import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct DamageTests {
  enum Part: CaseIterable { case object, record, note }
  enum Damage: CaseIterable { case missing, cut, flipped }

  private func damage(_ path: RawPath, _ damage: Damage) throws {
    var bytes = try TestFiles.read(path)
    switch damage {
    case .missing: try TestFiles.remove(path)
    case .cut: try TestFiles.write(path, Array(bytes.dropLast()), mode: 0o444)
    case .flipped:
      var place = bytes.count / 2
      // A digit of the sealed copy's name, where it is a record; it can still be read.
      let line = Array("\nObject: blake2b-256:".utf8)
      if bytes.starts(with: "Format: spark-sealed ".utf8),
        let found = bytes.indices.first(where: { bytes[$0...].starts(with: line) })
      {
        place = found + line.count
        bytes[place] = bytes[place] == 0x30 ? 0x31 : 0x30
      } else {
        bytes[place] ^= 1
      }
      try TestFiles.write(path, bytes, mode: 0o444)
    }
  }

  private func path(_ part: Part, _ one: Fixture.Kept, _ fixture: Fixture) throws -> RawPath {
    let sealed = try fixture.sealed(one)
    switch part {
    case .object: return try fixture.inTree(TreeLayout.object(sealed.object))
    case .record: return try fixture.inTree(TreeLayout.object(sealed.record))
    case .note: return try fixture.sealedPath(one)
    }
  }

  @Test(arguments: Part.allCases, Damage.allCases)
  func aBrokenSealedCopyIsMadeAgainFromTheCapture(part: Part, damage: Damage) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.seal(), 0)
    try self.damage(path(part, kept[0], fixture), damage)
    fixture.expect(try fixture.send(), 3, "Recorded 4")
    #expect(try fixture.states([kept[0]]) == [.sealing])
    #expect(try fixture.dropped("records").count == 4)
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(kept)
  }

  @Test(arguments: Part.allCases, Damage.allCases)
  func aBrokenSealedCopyWithoutTheCaptureNeedsAPerson(part: Part, damage: Damage) throws {
    let fixture = try Fixture("--keep-plaintext", "no")
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.seal(), 0)
    let broken = try path(part, kept[0], fixture)
    try self.damage(broken, damage)
    fixture.expect(try fixture.send(), 3, "Recorded 4")
    let run = try fixture.seal()
    let row = try #require(try fixture.blocked(kept[0]))
    let isLost = damage == .missing || (part != .record && damage == .cut) || part == .note
    #expect(row.reason == (isLost ? .fileLost : .damaged))
    fixture.expect(
      run, 3,
      isLost
        ? "The file for this capture is gone from this device."
        : "The bytes of this capture no longer match their name.")
    #expect(row.sentence.map(run.errorText.contains) == true)
    fixture.expect(try fixture.status(), 2, "Needs you: 1")
    fixture.expect(try fixture.send(), 0)
    #expect(try fixture.dropped("records").count == 4)
    #expect(try fixture.tree().held.names().count == 1)
    #expect(try fixture.run("spark-verify").status == 1)
  }

  enum Plain: CaseIterable {
    case missing, cut, longer, flipped, pipe, shareMissing, shareFlipped

    var reason: Reason { self == .missing || self == .shareMissing ? .fileLost : .damaged }
  }

  @Test(arguments: Plain.allCases, [true, false])
  func aDamagedCaptureIsNeverSealed(damage: Plain, keepsPlaintext: Bool) throws {
    let fixture = try Fixture("--keep-plaintext", keepsPlaintext ? "yes" : "no")
    let whole = try fixture.keep(4)
    let share = Array("Format: spark-share 1\nTitle: lunch\n\n".utf8)
    let bad = try fixture.keep([TestFiles.noise(3000, seed: 9)], share: share)[0]
    let object = try fixture.plain(bad)
    let shareObject = try fixture.inTree(TreeLayout.object(Digest(Blake2b256.hash(share))))
    switch damage {
    case .missing: try self.damage(object, .missing)
    case .cut: try self.damage(object, .cut)
    case .flipped: try self.damage(object, .flipped)
    case .longer:
      try TestFiles.setMode(object, 0o644)
      try TestFiles.append(object, [1])
    case .pipe:
      try TestFiles.remove(object)
      try TestFiles.makePipe(object)
    case .shareMissing: try self.damage(shareObject, .missing)
    case .shareFlipped: try self.damage(shareObject, .flipped)
    }
    let run = try fixture.seal()
    fixture.expect(run, 3, "Sealed 4")
    let row = try #require(try fixture.blocked(bad))
    #expect(row.reason == damage.reason && row.from == .sealing)
    #expect(row.sentence.map(run.errorText.contains) == true)
    fixture.expect(try fixture.send(), 0, "Recorded 4")
    #expect(try fixture.dropped("records").count == 4)
    #expect(try !TestFiles.exists(fixture.sealedPath(bad)))
    fixture.expect(try fixture.status(), 2, "Needs you: 1")
    if damage.reason == .fileLost { return }
    // Put right, it goes like the others.
    if damage == .pipe { try TestFiles.remove(object) }
    if damage == .shareFlipped {
      try TestFiles.write(shareObject, share, mode: 0o444)
    } else {
      try TestFiles.write(object, bad.bytes, mode: 0o444)
    }
    fixture.expect(try fixture.run("spark-retry", ["--all"]), 0, "1 waiting again.")
    fixture.expect(try fixture.seal(), 0, "Sealed 1")
    fixture.expect(try fixture.send(), 0, "Recorded 1")
    try fixture.expectRecorded(whole + [bad])
  }

  @Test func oneThatCannotBeReadKeepsNobodyElseBack() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(5)
    fixture.expect(try fixture.seal(), 0)
    // The row was sent back, and its sealed copy is a directory now.
    let object = try path(.object, kept[0], fixture)
    try TestFiles.remove(object)
    try TestFiles.makeDirectory(object)
    let outbox = try fixture.tree().outbox
    for one in kept { try outbox.move(one.record.id, .sealed, .sealing) }
    fixture.expect(try fixture.seal(), 0, "Sealed 5")
    try TestFiles.remove(object)
    fixture.expect(try fixture.send(), 0, "Recorded 5")
    try fixture.expectRecorded(kept)
  }

  @Test func aTornTruthKeepsNobodyElseBack() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(6)
    fixture.expect(try fixture.seal(kept[0].id, kept[1].id), 0)
    try fixture.rotate()
    // One that waits to be sealed, and one that is sealed, under a generation that was retired.
    for one in [kept[0], kept[5]] {
      let truth = try fixture.truth(one)
      let bytes = try TestFiles.read(truth)
      for path in [truth, try fixture.inTree(TreeLayout.held(one.record.id))] {
        try TestFiles.remove(path)
        try TestFiles.write(path, Array(bytes.prefix(60)), mode: 0o444)
      }
      let row = try fixture.inTree(
        TreeLayout.row(one.record.id, one.record.id == kept[0].record.id ? .sealed : .sealing))
      try TestFiles.remove(row)
      try TestFiles.makeHardLink(row, to: truth)
    }
    fixture.expect(try fixture.seal(), 3, "Sealed 4")
    #expect(try #require(try fixture.blocked(kept[5])).reason == .damaged)
    fixture.expect(try fixture.send(), 3, "Recorded 4")
    #expect(try #require(try fixture.blocked(kept[0])).reason == .damaged)
    #expect(try fixture.states(Array(kept[1..<5])) == [.done])
  }
}
