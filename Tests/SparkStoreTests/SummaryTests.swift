import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkStore

struct SummaryTests {
  private static func endpoint(_ change: (inout EndpointCounts) -> Void = { _ in })
    -> EndpointCounts
  {
    var counts = EndpointCounts(
      number: 1, name: "nas", kind: .directory, address: "file:///mnt/nas")
    change(&counts)
    return counts
  }

  private static func inbox(_ change: (inout InboxCounts) -> Void = { _ in }) -> InboxCounts {
    var counts = InboxCounts(name: "inbox", path: "/inbox")
    change(&counts)
    return counts
  }

  private static let weather = WeatherRecord(
    since: Timestamp(seconds: 0), due: Timestamp(seconds: 60), sentence: "The disk is gone.")

  private static func conclude(
    _ endpoints: [EndpointCounts], _ inboxes: [InboxCounts] = [inbox()], whole: Bool = true
  ) -> Conclusion {
    Summary(inboxes: inboxes, endpoints: endpoints, isWhole: whole).conclude(.english)
  }

  @Test func allSentOnlyWhenAllIsZero() {
    let done = Self.conclude([Self.endpoint()])
    #expect(done.verdict == .sent)
    #expect(
      done.sentences == ["All sent. Everything captured on this device has reached nas."])
    // Each of these alone takes it away.
    let open: [(EndpointCounts, InboxCounts, Conclusion.Verdict)] = [
      (Self.endpoint { $0.held = 1 }, Self.inbox(), .waiting),
      (Self.endpoint { $0.rows[.staged] = 1 }, Self.inbox(), .waiting),
      (Self.endpoint { $0.rows[.recording] = 1 }, Self.inbox(), .waiting),
      (
        Self.endpoint {
          $0.held = 1; $0.unqueued = 1
        }, Self.inbox(), .unqueued
      ),
      (Self.endpoint(), Self.inbox { $0.notYetTaken = 1 }, .unqueued),
      (Self.endpoint(), Self.inbox { $0.shares = 1 }, .unqueued),
      (Self.endpoint(), Self.inbox { $0.claims = 1 }, .unqueued),
      (Self.endpoint(), Self.inbox { $0.unreadable = "No." }, .unqueued),
      (
        Self.endpoint {
          $0.held = 1; $0.weather = Self.weather
        }, Self.inbox(), .stalled
      ),
      (
        Self.endpoint {
          $0.held = 1; $0.address = nil
        }, Self.inbox(), .stalled
      ),
      (
        Self.endpoint {
          $0.held = 1; $0.rows[.blocked] = 1
        }, Self.inbox(), .stopped
      ),
    ]
    for (endpoint, inbox, verdict) in open {
      #expect(Self.conclude([endpoint], [inbox]).verdict == verdict)
      // Whatever the other endpoint and the other inbox are.
      #expect(
        Self.conclude([Self.endpoint(), endpoint], [Self.inbox(), inbox]).verdict == verdict)
    }
  }

  @Test func theOrderIsStoppedStalledUnqueuedWaiting() {
    var endpoint = Self.endpoint {
      $0.held = 9; $0.rows[.staged] = 1
    }
    #expect(Self.conclude([endpoint]).verdict == .waiting)
    endpoint.unqueued = 1
    #expect(Self.conclude([endpoint]).verdict == .unqueued)
    endpoint.weather = Self.weather
    #expect(Self.conclude([endpoint]).sentences == ["The disk is gone."])
    #expect(Self.conclude([endpoint]).verdict == .stalled)
    endpoint.rows[.blocked] = 2
    #expect(Self.conclude([endpoint]).verdict == .stopped)
    #expect(Self.conclude([endpoint]).sentences == ["Needs you: 2"])
    endpoint.weather?.verdict = true
    #expect(Self.conclude([endpoint]).sentences == ["The disk is gone.", "Needs you: 2"])
  }

  @Test func nowhereNeverSaysAllSent() {
    var endpoint = EndpointCounts(number: 1, name: "nowhere", isNowhere: true)
    let empty = Self.conclude([endpoint])
    #expect(empty.verdict == .nothing)
    #expect(empty.sentences == ["Nothing waiting."])
    endpoint.held = 2
    let held = Self.conclude([endpoint])
    #expect(held.verdict == .stalled)
    #expect(held.sentences == ["These stay on this device until it has somewhere to send them."])
  }

  @Test func oneOfSeveralEndpointsIsNotEverything() {
    #expect(
      Self.conclude([Self.endpoint()], whole: false).sentences == ["Nothing waiting."])
  }

  @Test func sendingOnlyUnderALivingCarrier() throws {
    let store = try StoreFixture()
    let record = try store.capture()
    var counts = try EndpointSurvey.count(store.tree)
    #expect(counts.held == 1 && counts.waiting == 1 && counts.sending == 0 && counts.unqueued == 0)
    let carrier = try Carrier(store.tree)
    #expect(try carrier.take(record.id, from: .staged, as: .uploading))
    counts = try EndpointSurvey.count(store.tree)
    #expect(counts.sending == 1 && counts.carriers == 1)
    #expect(Self.conclude([counts]).sentences == ["Sending: 1"])
    try TestFiles.remove(store.path("carriers/\(carrier.name)"))
    counts = try EndpointSurvey.count(store.tree)
    #expect(counts.sending == 0 && counts.carriers == 0 && counts.waiting == 1)
    #expect(Self.conclude([counts]).sentences == ["1 waiting"])
  }

  @Test func whatHasNoRowIsSaid() throws {
    let store = try StoreFixture()
    let records = try (0..<100).map { try store.capture(FileName("\($0)"), "\($0)") }
    for record in records { try TestFiles.remove(store.path(TreeLayout.row(record.id, .staged))) }
    #expect(try EndpointSurvey.count(store.tree).unqueued == 100)
    // A receipt came and its marker could not be removed: sent all the same.
    try TestFiles.write(
      store.receiptPath(records[0]), store.receipt(records[0]).serialized, mode: 0o444)
    for record in records[2...] { try TestFiles.remove(store.path(TreeLayout.held(record.id))) }
    let counts = try EndpointSurvey.count(store.tree)
    #expect(counts.unqueued == 1 && counts.held == 1)
  }

  @Test func whatIsBlockedIsNamed() throws {
    let store = try StoreFixture()
    let record = try store.capture(FileName("a\u{1b}b"))
    let row = RowRecord(
      id: record.id, attempts: 1, from: .staged, reason: .conflict, sentence: "Taken.")
    try TestFiles.remove(store.path(TreeLayout.row(record.id, .staged)))
    try TestFiles.write(store.path(TreeLayout.row(record.id, .blocked)), row.serialized)
    let counts = try EndpointSurvey.count(store.tree)
    #expect(counts.stopped == 1 && counts.unqueued == 0)
    #expect(counts.blocked.first?.reason == .conflict)
    let lines = Summary(inboxes: [], endpoints: [counts]).lines(.english)
    #expect(lines.contains("  \(record.id.text) a%1Bb: Taken."))
  }

  @Test func sentCapturesAreNotCounted() throws {
    let store = try StoreFixture()
    try store.send(try store.capture())
    let counts = try EndpointSurvey.count(store.tree)
    #expect(counts.held == 0 && counts.heldBytes == 0 && counts.waiting == 0)
    #expect(Self.conclude([counts]).verdict == .sent)
  }
}
