import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@Suite struct VerdictTests {
  /// What is done to the first of three captures, and the reason that it is blocked for.
  enum Damage: CaseIterable {
    case missing, flipped, truncated, pipe, otherMoment, otherObject

    var reason: Reason {
      switch self {
      case .missing: .fileLost
      case .flipped, .truncated, .pipe: .damaged
      case .otherMoment, .otherObject: .conflict
      }
    }

    func apply(_ record: CaptureRecord, _ fixture: Fixture) throws {
      let object = try fixture.object(record)
      var bytes = try TestFiles.read(object)
      switch self {
      case .missing: try TestFiles.remove(object)
      case .flipped:
        bytes[7] ^= 1
        try TestFiles.write(object, bytes, mode: 0o444)
      case .truncated: try TestFiles.write(object, Array(bytes.dropLast()), mode: 0o444)
      case .pipe:
        try TestFiles.remove(object)
        try TestFiles.makePipe(object)
      case .otherMoment:
        let moment = fixture.moment(record)
        try TestFiles.makeDirectory(RawPath(moment.bytes.dropLast(37)))
        try TestFiles.write(moment, "other bytes", mode: 0o444)
      case .otherObject: try TestFiles.write(fixture.landed(record), "other bytes", mode: 0o444)
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func oneIsBlockedAndTheOthersGoOn(damage: Damage) throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(5)
    try damage.apply(kept[0], fixture)
    fixture.expect(try fixture.send(), 3, "Recorded 4 captures at register.")
    #expect(try fixture.states([kept[0]]) == [.blocked])
    #expect(try fixture.states(Array(kept.dropFirst())) == [.done])
    let row = try #require(try fixture.row(kept[0]))
    #expect(row.reason == damage.reason && row.sentence?.isEmpty == false)
    #expect(try fixture.tree().held.names().count == 1)
    #expect(try fixture.weather() == nil)
    #expect(try TestTree.files(fixture.register.appending("tmp")) == [])

    let id = RawPath(kept[0].id.text)
    fixture.expect(try fixture.send(id), 3, "spark-retry")
    let retry = try fixture.scratch.run("spark-retry", [id])
    if damage == .missing {
      fixture.expect(retry, 1, "The file for this capture is gone from this device.")
      #expect(try fixture.states([kept[0]]) == [.blocked])
      return
    }
    fixture.expect(retry, 0, "1 waiting again.")
    guard damage == .otherMoment else {
      fixture.expect(try fixture.send(), 3)
      return
    }
    try TestFiles.remove(fixture.moment(kept[0]))
    fixture.expect(try fixture.send(), 0, "Recorded 1 capture")
    try fixture.expectRecorded(kept)
  }

  @Test func retryChoosesByReason() throws {
    let fixture = try Fixture()
    let kept = try fixture.keep(4)
    try Damage.flipped.apply(kept[0], fixture)
    try Damage.otherObject.apply(kept[1], fixture)
    fixture.expect(try fixture.send(), 3, "Recorded 2")
    fixture.expect(try fixture.scratch.run("spark-retry", ["--reason", "refused"]), 0)
    #expect(try fixture.states([kept[0], kept[1]]) == [.blocked])
    fixture.expect(
      try fixture.scratch.run("spark-retry", ["--reason", "conflict"]), 0, "1 waiting")
    #expect(try fixture.states([kept[1]]) == [.staged])
    fixture.expect(try fixture.scratch.run("spark-retry", ["--all"]), 0, "1 waiting")
    for usage in [[], ["--all", "--reason", "conflict"], ["--reason", "nonsense"]] as [[RawPath]] {
      fixture.expect(try fixture.scratch.run("spark-retry", usage), 64)
    }
    fixture.expect(
      try fixture.scratch.run("spark-retry", [RawPath(kept[3].id.text)]), 1, "not blocked")
  }
}
