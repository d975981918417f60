import Glibc
import SparkDelivery
import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// A store whose endpoint takes sealed copies, the directory they go to, and keys of its own.
final class Fixture {
  let scratch: Scratch
  let drop: RawPath
  let config: RawPath
  let runtime: RawPath
  let passphrase: RawPath

  /// With `options` of `spark-endpoint set`, and a key unless `hasKey` is false.
  ///
  /// The keys are locked: sealing needs none of their secrets.
  init(_ options: RawPath..., hasKey: Bool = true, in scratch: Scratch? = nil) throws {
    self.scratch = try scratch ?? Scratch()
    drop = self.scratch.file("drop")
    config = self.scratch.file("config")
    runtime = self.scratch.file("run")
    passphrase = self.scratch.file("passphrase")
    try TestFiles.makeDirectory(runtime, mode: 0o700)
    try TestFiles.write(passphrase, "correct horse\n", mode: 0o600)
    // The store is opened in this process, too.
    setenv("SPARK_ALLOW_PURGEABLE", "1", 1)
    try expect(set(address, options), 0)
    if hasKey { try makeKey() }
  }

  var address: RawPath { RawPath("file://\(drop.text)?seal=yes") }

  func tree() throws -> EndpointTree { try StoreHome.openOrMake(scratch.home).currentTree() }

  func pin() throws -> KeyPin { try #require(try tree().record().key) }

  // MARK: Tools

  func call(_ tool: String, _ arguments: [RawPath] = []) -> ToolCall {
    ToolCall(tool, arguments).with("XDG_RUNTIME_DIR", runtime)
  }

  @discardableResult
  func run(_ tool: String, _ arguments: [RawPath] = []) throws -> ToolRun {
    try scratch.run(call(tool, arguments))
  }

  @discardableResult
  func set(_ address: RawPath, _ options: [RawPath] = []) throws -> ToolRun {
    try run("spark-endpoint", ["set", address] + options)
  }

  func seal(_ arguments: RawPath...) throws -> ToolRun { try run("spark-seal", arguments) }

  func send(_ arguments: RawPath...) throws -> ToolRun { try run("spark-send", arguments) }

  func status() throws -> ToolRun { try run("spark-status", ["--check"]) }

  @discardableResult
  func key(_ arguments: RawPath...) throws -> ToolRun {
    try run("spark-key", arguments + ["--passphrase-file", passphrase])
  }

  func expect(_ run: ToolRun, _ status: Int32, _ text: String = "") {
    #expect(run.status == status, "\(run)")
    #expect(run.description.contains(text), "\(run)")
  }

  /// Makes the first generation, under a passphrase that costs no time.
  func makeKey() throws {
    let record = try tree().record()
    let keys = KeyStore(
      tree: record.tree, name: record.name, config: config, runtime: .place(runtime),
      pins: TreePins(try tree()))
    let bytes = Array(try TestFiles.read(passphrase).dropLast())
    try keys.create({ _ throws(SparkError) in bytes }, workFactor: 2)
  }

  var keys: RawPath {
    get throws { config.appending(ConfigLayout.keys(try tree().record().tree)) }
  }

  func rotate() throws { expect(try key("rotate"), 0, "is the newest") }
  func unlock() throws { expect(try key("unlock"), 0, "unlocked until logout") }
  func lock() throws { expect(try key("lock"), 0) }

  // MARK: Captures

  /// Keeps one capture for each of these, in one batch, as an import would.
  @discardableResult
  func keep(_ contents: [[UInt8]], names: [[UInt8]] = [], share: [UInt8]? = nil) throws -> [Kept] {
    let tree = try tree()
    if let share {
      let name = RawPath(TreeLayout.object(Digest(Blake2b256.hash(share))))
      try tree.root.create(name, share, mode: 0o444)
    }
    var kept: [Kept] = []
    var drafts: [CaptureDraft] = []
    for (place, bytes) in contents.enumerated() {
      let name = place < names.count ? names[place] : Array("very secret \(place).pdf".utf8)
      let record = CaptureRecord(
        id: CaptureID.version7(milliseconds: Clock.milliseconds(), random: Entropy.pair()),
        time: .now(), zone: "UTC", name: FileName(name), type: "application/pdf",
        size: Int64(bytes.count), object: Digest(Blake2b256.hash(bytes)), inbox: "inbox",
        shareRecord: share.map { Digest(Blake2b256.hash($0)) })
      let draft = RawPath("copy-\(record.id.text)")
      try tree.tmp.create(draft, bytes, mode: 0o444)
      drafts.append(
        try CaptureDraft(record, in: tree, source: .copied(draft)) { _ throws(SparkError) in })
      kept.append(Kept(record: record, bytes: bytes))
    }
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
    return kept
  }

  /// Keeps captures of different small contents.
  @discardableResult
  func keep(_ count: Int, size: Int = 2000) throws -> [Kept] {
    let seed = Entropy.pair().0 >> 20
    return try keep((0..<count).map { TestFiles.noise(size, seed: seed + UInt64($0)) })
  }

  /// A capture and its bytes.
  struct Kept {
    let record: CaptureRecord
    let bytes: [UInt8]
    var id: RawPath { RawPath(record.id.text) }
  }

  func states(_ kept: [Kept]) throws -> Set<State?> {
    let outbox = try tree().outbox
    return Set(try kept.map { try outbox.state(of: $0.record.id) })
  }

  func blocked(_ kept: Kept) throws -> RowRecord? {
    try tree().outbox.row(kept.record.id, .blocked)
  }

  // MARK: What stands where

  /// A path of the tree.
  func inTree(_ name: String) throws -> RawPath { try tree().root.path.appending(name) }

  func truth(_ kept: Kept) throws -> RawPath {
    try inTree(TreeLayout.truth(kept.record.id, kept.record.time))
  }

  func plain(_ kept: Kept) throws -> RawPath {
    try inTree(TreeLayout.object(kept.record.object))
  }

  func sealedPath(_ kept: Kept) throws -> RawPath {
    try inTree(TreeLayout.sealed(kept.record.id, kept.record.time))
  }

  func sealed(_ kept: Kept) throws -> SealedRecord {
    try SealedRecord(parsing: TestFiles.read(sealedPath(kept)))
  }

  func receiptPath(_ kept: Kept) throws -> RawPath {
    try inTree(TreeLayout.receipt(kept.record.id, kept.record.time))
  }

  func atDrop(_ sealed: SealedRecord) -> (record: RawPath, object: RawPath) {
    (
      drop.appending(MomentPlace.sealed(sealed.place).path),
      drop.appending(RegisterLayout.object(sealed.object))
    )
  }

  /// The names below a folder of the drop that are files.
  func dropped(_ folder: String) throws -> [String] {
    try TestTree.files(drop.appending(folder)).map(\.name)
  }

  // MARK: Age

  /// What Debian's age makes of a sealed file with the unlocked keyring.
  func ageOpens(_ path: RawPath) throws -> [UInt8] {
    let keyring = runtime.appending("spark/keys/\(try tree().record().tree.text)")
    let run = try scratch.run("age", ["-d", "-i", keyring, path])
    #expect(run.status == 0, "\(run.errorText)")
    return run.output
  }

  // MARK: Conclusions

  func expectClean() throws { expect(try run("spark-verify"), 0) }

  /// Each of these is at the drop once, with its receipt here; nothing is held, carried or left over.
  ///
  /// The keys are unlocked for it, and Debian's age opens what stands there.
  func expectRecorded(_ kept: [Kept]) throws {
    try unlock()
    let tree = try tree()
    let identity = try tree.record().identity
    var bad: [String] = []
    for one in kept {
      let receipt = try ReceiptRecord(parsing: TestFiles.read(receiptPath(one)))
      let sealed = try sealed(one)
      let standing = try TestFiles.read(atDrop(sealed).record)
      if receipt.register != identity || receipt.kind != "directory" || receipt.id != one.record.id
        || receipt.tag != sealed.tag || receipt.record != Digest(Blake2b256.hash(standing))
      {
        bad.append("receipt of \(one.record.id.text)")
      }
      let moment = try MomentRecord(parsing: ageOpens(atDrop(sealed).record))
      let object = drop.appending(RegisterLayout.object(receipt.object))
      let digest = Blake2b256.hash(try TestFiles.read(object))
      if moment.truth != one.record.serialized || moment.object != receipt.object
        || digest != receipt.object.bytes
      {
        bad.append("record of \(one.record.id.text)")
      }
      if try ageOpens(object) != one.bytes { bad.append("bytes of \(one.record.id.text)") }
    }
    #expect(bad == [])
    #expect(try states(kept) == [.done])
    #expect(try dropped("tmp") == [])
    #expect(try tree.held.names().count == 0)
    #expect(try tree.ledger.total() == 0)
    #expect(try tree.root.directory("carriers").names().count == 0)
    #expect(try tree.tmp.names().count == 0)
    expect(try status(), 0, "All sent")
    try expectClean()
  }
}
