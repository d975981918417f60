import Glibc
import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// A store with captures of its own making, and a register beside it.
final class Fixture {
  let scratch: Scratch
  let register: RawPath

  /// With `registered` the store's endpoint is the register at `register`, which is made.
  init(registered: Bool = true, register: RawPath? = nil, in scratch: Scratch? = nil) throws {
    self.scratch = try scratch ?? Scratch()
    self.register = register ?? self.scratch.register
    // The store is opened in this process, too.
    setenv("SPARK_ALLOW_PURGEABLE", "1", 1)
    if registered { try expect(set(), 0) }
  }

  func tree() throws -> EndpointTree { try StoreHome.openOrMake(scratch.home).currentTree() }

  @discardableResult
  func set(_ address: RawPath? = nil, _ more: RawPath...) throws -> ToolRun {
    try scratch.run("spark-endpoint", ["set", address ?? register] + more)
  }

  func send(_ arguments: RawPath...) throws -> ToolRun { try scratch.run("spark-send", arguments) }

  func expect(_ run: ToolRun, _ status: Int32, _ text: String = "") {
    #expect(run.status == status, "\(run)")
    #expect(run.description.contains(text), "\(run)")
  }

  /// Keeps one capture for each of these, in one batch, as an import would.
  @discardableResult
  func keep(_ contents: [[UInt8]], share: [UInt8]? = nil) throws -> [CaptureRecord] {
    let tree = try tree()
    if let share {
      let name = RawPath(TreeLayout.object(Digest(Blake2b256.hash(share))))
      try tree.root.create(name, share, mode: 0o444)
    }
    let drafts = try contents.map { try draft($0, share: share, tree) }
    if try tree.ledger.total() == nil {
      _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
    }
    guard let lock = try tree.lockToImport() else { throw TestKitError("current was moved") }
    _ = try tree.ledger.reserve(drafts.map(\.record.size), ceiling: nil, final: true)
    let batch = CaptureBatch(tree: tree, prepared: try tree.record().prepares)
    for outcome in try batch.commit(drafts) {
      guard case .kept = outcome else { throw TestKitError("\(outcome)") }
    }
    lock.release()
    return drafts.map(\.record)
  }

  private func draft(_ bytes: [UInt8], share: [UInt8]?, _ tree: EndpointTree) throws -> CaptureDraft
  {
    let id = CaptureID.version7(milliseconds: Clock.milliseconds(), random: Entropy.pair())
    let name = RawPath("copy-\(id.text)")
    try tree.tmp.create(name, bytes, mode: 0o444)
    let record = CaptureRecord(
      id: id, time: .now(), zone: "UTC", name: FileName("scan 1.pdf"), type: "application/pdf",
      size: Int64(bytes.count), object: Digest(Blake2b256.hash(bytes)), inbox: "inbox",
      shareRecord: share.map { Digest(Blake2b256.hash($0)) })
    return try CaptureDraft(record, in: tree, source: .copied(name)) { _ throws(SparkError) in }
  }

  /// Keeps captures of different small contents.
  @discardableResult
  func keep(_ count: Int, size: Int = 2000) throws -> [CaptureRecord] {
    let seed = Entropy.pair().0 >> 20
    return try keep((0..<count).map { TestFiles.noise(size, seed: seed + UInt64($0)) })
  }

  func states(_ records: [CaptureRecord]) throws -> Set<State?> {
    let outbox = try tree().outbox
    return Set(try records.map { try outbox.state(of: $0.id) })
  }

  func row(_ record: CaptureRecord) throws -> RowRecord? {
    try tree().outbox.row(record.id, .blocked)
  }

  func weather() throws -> WeatherRecord? {
    try tree().root.contentsIfAny(RawPath(TreeLayout.weather)).map(WeatherRecord.init)
  }

  func object(_ record: CaptureRecord) throws -> RawPath {
    try tree().root.path.appending(TreeLayout.object(record.object))
  }

  func landed(_ record: CaptureRecord) -> RawPath {
    register.appending(RegisterLayout.object(record.object))
  }

  func moment(_ record: CaptureRecord) -> RawPath {
    register.appending(MomentPlace.plain(record.id, record.time).path)
  }

  /// Each of these is at the register once and whole, with its receipt here; nothing is held, carried or
  /// left over.
  func expectRecorded(_ records: [CaptureRecord]) throws {
    let tree = try tree()
    let identity = try tree.record().identity
    let check = ReceiptCheck(pin: try tree.record().registerKey)
    var bad: [String] = []
    for record in records {
      let truth = try tree.root.contents(RawPath(TreeLayout.truth(record.id, record.time)))
      let name = RawPath(TreeLayout.receipt(record.id, record.time))
      guard let bytes = try tree.root.contentsIfAny(name),
        (try? TestFiles.read(moment(record))) == truth,
        (try? TestFiles.read(landed(record))).map(Blake2b256.hash) == record.object.bytes
      else {
        bad.append(record.id.text)
        continue
      }
      let receipt = try ReceiptRecord(parsing: bytes)
      if receipt.register != identity || receipt.kind != "directory" || receipt.id != record.id
        || receipt.record != Digest(Blake2b256.hash(truth)) || receipt.object != record.object
      {
        bad.append("receipt of \(record.id.text)")
      }
      do throws(ReceiptFlaw) { _ = try check.check(receipt) } catch {
        bad.append("proof of \(record.id.text): \(error)")
      }
    }
    #expect(bad == [])
    #expect(try states(records) == [.done])
    #expect(try tree.held.names().count == 0)
    #expect(try tree.ledger.total() == 0)
    #expect(try tree.root.directory("carriers").names().count == 0)
    for state in ["uploading", "recording"] {
      #expect(try tree.root.directory(RawPath("outbox/\(state)")).names().count == 0)
    }
    let files = try TestTree.files(register)
    #expect(files.filter { $0.name.hasPrefix("moments/") }.count >= records.count)
    #expect(files.filter { $0.name.hasPrefix("tmp/") } == [])
    let log = ["log/checkpoint", "log/key"]
    let kept = files.filter { $0.name.contains("/") && !log.contains($0.name) }
    #expect(kept.filter { $0.mode != 0o444 || $0.links != 1 } == [])
    let opened = try #require(try RegisterDirectory.open(register))
    let bundles = try #require(try RegisterLog.open(opened, prefix: "test"))
    #expect(bundles.size >= records.count)
    #expect(try weather() == nil)
  }
}
