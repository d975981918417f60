import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkStore

struct VerifyTests {
  @Test(arguments: [Plant.objects, Plant.truths, Plant.receipts, Plant.derived, Plant.places])
  func eachFlawIsFoundAndNamesItsCapture(_ plants: [Plant]) throws {
    for plant in plants {
      let store = try StoreFixture()
      try store.capture(FileName("other"), "other")
      let record = try store.capture()
      let sent = try store.capture(FileName("sent"), "sent")
      try store.send(sent)
      #expect(try store.verify().findings.isEmpty, "\(plant)")
      try plant.plant(store, record)
      let (findings, report) = try store.verify()
      let found = findings.filter { $0.flaw == plant.flaw }
      #expect(!found.isEmpty, "\(plant): \(findings)")
      #expect(report.remaining > 0, "\(plant)")
      if plant.namesCapture {
        #expect(found.contains { $0.captures.contains(record.id) }, "\(plant): \(findings)")
      }
      #expect(
        findings.allSatisfy { $0.captures.allSatisfy { $0 != sent.id } }, "\(plant): \(findings)")
      let untouched = try Self.truths(store)
      let (mended, after) = try store.verify(repairs: true)
      #expect((after.remaining == 0) == plant.isMended, "\(plant): \(mended)")
      if plant.isMended { #expect(try store.verify().findings.isEmpty, "\(plant)") }
      #expect(try Self.truths(store) == untouched, "\(plant)")
    }
  }

  private static func truths(_ store: StoreFixture) throws -> [String] {
    let entries = try TestTree.files(store.path("captures")) + TestTree.files(store.path("objects"))
    return entries.map { "\($0.name) \($0.mode) \($0.size) \($0.content)" }
  }

  @Test func aBrokenObjectConcernsAllItsCaptures() throws {
    let store = try StoreFixture()
    let ids = try (0..<5).map { try store.capture(FileName("\($0)")).id }
    let record = try store.capture()
    try store.replace(store.objectPath(record), Array("jello".utf8))
    let findings = try store.verify().findings
    #expect(findings.count == 1)
    #expect(findings[0].captures == (ids + [record.id]).sorted())
  }

  @Test func whatIsMendedStaysMended() throws {
    let store = try StoreFixture()
    let records = try (0..<20).map { try store.capture(FileName("\($0)"), "\($0)") }
    for name in ["held", "outbox/staged"] {
      for entry in try TestFiles.names(store.path(name)) {
        try TestFiles.remove(store.path(name).appending(entry))
      }
    }
    try TestFiles.remove(store.path("held-bytes"))
    #expect(try store.verify().report.remaining == 40)
    #expect(try store.verify(repairs: true).report.remaining == 0)
    #expect(try store.verify().findings.isEmpty)
    #expect(Set(try store.tree.outbox.ids(.staged)) == Set(records.map(\.id)))
    #expect(try store.tree.ledger.total() == records.reduce(0) { $0 + $1.size })
  }

  @Test func leftoversAreNotesAndRemoved() throws {
    let store = try StoreFixture()
    let record = try store.capture()
    let dead = CaptureID(high: 1, low: 2).text
    try TestFiles.write(store.path("tmp/leftover"), "x")
    try TestFiles.write(store.path("journal/import,1"), "")
    try TestFiles.append(store.path("held-bytes"), HeldLedger.delta(7))
    try TestFiles.write(store.path("carriers/\(dead)"), "")
    try TestFiles.makeDirectory(store.path("outbox/uploading/\(dead)"))
    try TestFiles.rename(
      store.path(TreeLayout.row(record.id, .staged)),
      to: store.path(TreeLayout.carried(record.id, .uploading, carrier: dead)))
    let (findings, report) = try store.verify()
    #expect(report.remaining == 0)
    #expect(
      Set(findings.map(\.flaw)) == [.litter, .ledgerStale, .carrierDead], "\(findings)")
    #expect(try store.verify(repairs: true).report.remaining == 0)
    #expect(try store.verify().findings.isEmpty)
    #expect(try store.tree.outbox.state(of: record.id) == .staged)
  }

  @Test func whatTheLivingUseStays() throws {
    let store = try StoreFixture()
    let record = try store.capture()
    let carrier = try Carrier(store.tree)
    #expect(try carrier.take(record.id, from: .staged, as: .uploading))
    try TestFiles.write(store.path("tmp/mine"), "x")
    #expect(try store.verify(repairs: true).findings.isEmpty)
    #expect(TestFiles.exists(store.path("tmp/mine")))
    try carrier.finish()
    #expect(try store.tree.outbox.state(of: record.id) == .staged)
  }

  @Test func aLedgerOfAnotherBootIsANote() throws {
    let store = try StoreFixture()
    try store.capture()
    try store.replace(
      store.path("held-bytes"), HeldLedger.start(boot: "another") + HeldLedger.delta(5))
    let (findings, report) = try store.verify()
    #expect(findings.map(\.flaw) == [.ledgerStale])
    #expect(report.remaining == 0)
  }

  @Test func nowhereNeedsNoRows() throws {
    let store = try StoreFixture(nowhere: true)
    let record = try store.capture()
    #expect(try store.verify().findings.isEmpty)
    try TestFiles.remove(store.path(TreeLayout.held(record.id)))
    #expect(try store.verify().findings.first?.flaw == .markerMissing)
  }
}
