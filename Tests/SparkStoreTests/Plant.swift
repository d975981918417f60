import SparkFormat
import SparkSystem
import SparkTestKit

@testable import SparkStore

/// One thing that is made wrong in a store, and what verify must say of it.
struct Plant: Sendable, CustomStringConvertible {
  let description: String
  let flaw: Flaw
  /// Whether `--repair` makes it well.
  var isMended = false
  /// Whether the finding must name the capture.
  var namesCapture = true
  /// Makes it wrong, in a store with the capture given and others that are well.
  let plant: @Sendable (StoreFixture, CaptureRecord) throws -> Void

  init(
    _ description: String, _ flaw: Flaw, mended: Bool = false, names: Bool = true,
    _ plant: @escaping @Sendable (StoreFixture, CaptureRecord) throws -> Void
  ) {
    self.description = description
    self.flaw = flaw
    isMended = mended
    namesCapture = names
    self.plant = plant
  }

  static let objects = [
    Plant("a flipped bit", .objectDamaged) { store, record in
      var bytes = try TestFiles.read(store.objectPath(record))
      bytes[1] ^= 4
      try store.replace(store.objectPath(record), bytes)
    },
    Plant("a truncated object", .objectCut) { store, record in
      try store.replace(store.objectPath(record), Array("hel".utf8))
    },
    Plant("an empty object", .objectCut) { store, record in
      try store.replace(store.objectPath(record), [])
    },
    Plant("a missing object", .objectMissing) { store, record in
      try TestFiles.remove(store.objectPath(record))
    },
    Plant("a writable object", .objectWritable) { store, record in
      try TestFiles.setMode(store.objectPath(record), 0o644)
    },
    Plant("an object in another shard", .wrongName, names: false) { store, record in
      let other = record.object.shard == "00" ? "01" : "00"
      try TestFiles.makeHardLink(
        store.path("objects/\(other)/\(record.object.hex)"), to: store.objectPath(record))
    },
    Plant("a link in an object's place", .alien, names: false) { store, record in
      try TestFiles.remove(store.objectPath(record))
      try TestFiles.makeLink(store.objectPath(record), to: "/etc/passwd")
    },
    Plant("an object of two captures that is not marked", .sharedMissing, mended: true) {
      store, record in
      try store.capture(FileName("again"))
      try TestFiles.remove(store.path(TreeLayout.shared(record.object)))
    },
  ]

  static let truths = [
    Plant("a torn truth", .torn) { store, record in
      try store.replace(store.truthPath(record), Array(record.serialized.dropLast(9)))
    },
    Plant("an empty truth", .torn) { store, record in
      try store.replace(store.truthPath(record), [])
    },
    Plant("a truth with another id", .wrongName) { store, record in
      var other = record
      other.id = CaptureID(high: 1, low: 2)
      try store.replace(store.truthPath(record), other.serialized)
    },
    Plant("a truth in another month", .wrongMonth) { store, record in
      try TestFiles.makeDirectory(store.path("captures/1999"))
      try TestFiles.makeDirectory(store.path("captures/1999/01"))
      try TestFiles.rename(
        store.truthPath(record), to: store.path("captures/1999/01/\(record.id.text)"))
    },
    Plant("another size", .sizeDiffers) { store, record in
      var other = record
      other.size += 1
      try store.replace(store.truthPath(record), other.serialized)
    },
    Plant("a truth that is gone", .markerWithoutTruth, mended: true) { store, record in
      try TestFiles.remove(store.truthPath(record))
    },
  ]

  static let receipts = [
    Plant("a torn receipt", .torn) { store, record in
      try store.send(record)
      try store.replace(store.receiptPath(record), Array("Format: spark-receipt 1\n".utf8))
    },
    Plant("a receipt for another record", .receiptOfOther) { store, record in
      try store.send(record)
      var receipt = store.receipt(record)
      receipt.record = record.object
      try store.replace(store.receiptPath(record), receipt.serialized)
    },
    Plant("a receipt for another object", .receiptOfOther) { store, record in
      try store.send(record)
      var receipt = store.receipt(record)
      receipt.object = receipt.record
      try store.replace(store.receiptPath(record), receipt.serialized)
    },
    Plant("a receipt of another register", .receiptOfOtherRegister) { store, record in
      try store.send(record)
      var receipt = store.receipt(record)
      receipt.register = "another"
      try store.replace(store.receiptPath(record), receipt.serialized)
    },
    Plant("a receipt alone", .receiptAlone) { store, record in
      try store.send(record)
      try TestFiles.remove(store.path("outbox/done/\(record.id.text)"))
      try TestFiles.remove(store.truthPath(record))
    },
  ]

  static let derived = [
    Plant("a lost marker", .markerMissing, mended: true) { store, record in
      try TestFiles.remove(store.path(TreeLayout.held(record.id)))
      try store.tree.ledger.count()
    },
    Plant("a lost row", .rowMissing, mended: true) { store, record in
      try TestFiles.remove(store.path(TreeLayout.row(record.id, .staged)))
    },
    Plant("a marker beside a receipt", .markerBesideReceipt, mended: true) { store, record in
      try store.send(record)
      try TestFiles.makeHardLink(
        store.path(TreeLayout.held(record.id)), to: store.truthPath(record))
    },
    Plant("a marker that is torn", .markerDiffers, mended: true) { store, record in
      try store.replace(store.path(TreeLayout.held(record.id)), [])
    },
    Plant("a row without a truth", .rowWithoutTruth, mended: true) { store, record in
      try TestFiles.remove(store.path(TreeLayout.held(record.id)))
      try TestFiles.remove(store.truthPath(record))
      try store.tree.ledger.count()
    },
    Plant("a torn row", .torn, mended: true) { store, record in
      try store.replace(store.path(TreeLayout.row(record.id, .staged)), Array("Form".utf8))
    },
    Plant("a row with another id", .torn, mended: true) { store, record in
      try store.replace(
        store.path(TreeLayout.row(record.id, .staged)),
        RowRecord(id: CaptureID(high: 1, low: 2)).serialized)
    },
    Plant("two rows", .twoRows, mended: true) { store, record in
      try TestFiles.makeHardLink(
        store.path(TreeLayout.row(record.id, .uploaded)), to: store.truthPath(record))
    },
    Plant("a row, and another under a carrier", .twoRows, mended: true) { store, record in
      let carrier = try Carrier(store.tree)
      try TestFiles.makeHardLink(
        store.path(TreeLayout.carried(record.id, .uploading, carrier: carrier.name)),
        to: store.truthPath(record))
    },
    Plant("a row that is done without a receipt", .rowWithoutReceipt, mended: true) {
      store, record in
      _ = try store.tree.outbox.move(record.id, .staged, .done)
    },
    Plant("a ledger that says too little", .ledgerWrong, mended: true, names: false) {
      store, _ in
      try store.replace(
        store.path("held-bytes"), HeldLedger.start(boot: Clock.bootID) + HeldLedger.delta(1))
    },
    Plant("a ledger that says too much", .ledgerWrong, mended: true, names: false) { store, _ in
      try TestFiles.append(store.path("held-bytes"), HeldLedger.delta(7))
    },
    Plant("a torn ledger", .ledgerWrong, mended: true, names: false) { store, _ in
      try TestFiles.append(store.path("held-bytes"), Array("+12".utf8))
    },
  ]

  static let places = [
    Plant("a file in the home", .alien, names: false) { store, _ in
      try TestFiles.write(store.scratch.home.appending("notes.txt"), "x")
    },
    Plant("a file in the tree", .alien, names: false) { store, _ in
      try TestFiles.write(store.path("x"), "x")
    },
    Plant("a file among the shards", .alien, names: false) { store, _ in
      try TestFiles.write(store.path("objects/x"), "x")
    },
    Plant("a file in a shard", .alien, names: false) { store, record in
      try TestFiles.write(store.path("objects/\(record.object.shard)/\(record.object.hex)~"), "x")
    },
    Plant("a file among the years", .alien, names: false) { store, _ in
      try TestFiles.write(store.path("captures/20"), "x")
    },
    Plant("a file in a month", .alien, names: false) { store, record in
      try TestFiles.write(RawPath(store.truthPath(record).bytes + Array(".txt".utf8)), "x")
    },
    Plant("a file among the markers", .alien, names: false) { store, _ in
      try TestFiles.write(store.path("held/x"), "x")
    },
    Plant("a file among the rows", .alien, names: false) { store, _ in
      try TestFiles.write(store.path("outbox/staged/x"), "x")
    },
    Plant("a directory that is no state", .alien, names: false) { store, _ in
      try TestFiles.makeDirectory(store.path("outbox/sent"))
    },
    Plant("a file in shared", .alien, names: false) { store, _ in
      try TestFiles.write(store.path("shared/x"), "x")
    },
    Plant("a torn endpoint", .torn, names: false) { store, _ in
      try store.replace(store.path("endpoint"), Array("Format: spark-endpoint 1\n".utf8))
    },
    Plant("a torn weather record", .torn, names: false) { store, _ in
      try TestFiles.write(store.path("weather"), "Format: spark-weather 1\n\n")
    },
    Plant("a torn policy", .torn, names: false) { store, _ in
      try TestFiles.write(store.scratch.home.appending("inboxes/scans"), "Format: spark-inbox 1\n")
    },
    Plant("a current that leads nowhere", .currentWrong, names: false) { store, _ in
      try TestFiles.remove(store.scratch.home.appending("current"))
      try TestFiles.makeLink(store.scratch.home.appending("current"), to: "endpoints/7")
    },
    Plant("a current that leads out", .currentWrong, names: false) { store, _ in
      try TestFiles.remove(store.scratch.home.appending("current"))
      try TestFiles.makeLink(store.scratch.home.appending("current"), to: "/etc")
    },
    Plant("a missing directory", .directoryMissing, names: false) { store, _ in
      try TestFiles.remove(store.path("shared"))
    },
  ]
}
