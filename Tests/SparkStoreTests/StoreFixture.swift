import Glibc
import SparkFormat
import SparkSystem
import SparkTestKit

@testable import SparkStore

/// A store with a tree in a scratch directory, in which captures are made without an inbox.
struct StoreFixture {
  static let register = "01900000-0000-7000-8000-00000000aaaa"
  private static let allowed: Void = { _ = setenv("SPARK_ALLOW_PURGEABLE", "1", 1) }()

  let scratch: Scratch
  let home: StoreHome
  let tree: EndpointTree

  /// Makes a store, for a register in a directory or for nowhere.
  init(nowhere: Bool = false) throws {
    Self.allowed
    Blake2b256.prepare()
    // In memory: stores are made by the hundred here, and each one flushes its file system.
    scratch =
      TestFiles.exists("/dev/shm") ? try Scratch(in: "/dev/shm") : try Scratch()
    home = try StoreHome.openOrMake(scratch.home)
    tree = try home.currentTree()
    if !nowhere { try configure() }
  }

  private func configure() throws {
    var record = try tree.record()
    record.name = "nas"
    record.identity = Self.register
    record.kind = .directory
    record.address = try Address(parsing: "/mnt/nas/register")
    try TestFiles.remove(path("endpoint"))
    try TestFiles.write(path("endpoint"), record.serialized)
  }

  /// A path in the tree.
  func path(_ inTree: String) -> RawPath {
    scratch.home.appending("endpoints/1").appending(inTree)
  }

  /// Keeps a capture of these bytes.
  @discardableResult
  func capture(
    _ name: FileName = FileName("a.txt"), _ text: String = "hello", seconds: Int64 = 1_764_500_000
  ) throws -> CaptureRecord {
    let bytes = Array(text.utf8)
    let record = CaptureRecord(
      id: .version7(milliseconds: Clock.milliseconds(), random: Entropy.pair()),
      time: Timestamp(seconds: seconds), zone: "+00:00", name: name, type: "text/plain",
      size: Int64(bytes.count), object: Digest(Blake2b256.hash(bytes)), inbox: "inbox")
    let draft = RawPath("draft-\(record.id.text)")
    try tree.tmp.create(draft, bytes, mode: 0o444)
    let batch = CaptureBatch(tree: tree, prepared: try tree.record().prepares)
    _ = try tree.whileLocked(.shared) { () throws(SparkError) in
      try batch.commit([CaptureDraft(record, in: tree, source: .copied(draft)) { _ in }])
    }
    try tree.ledger.count()
    return record
  }

  /// The receipt that the register would give.
  func receipt(_ record: CaptureRecord) -> ReceiptRecord {
    ReceiptRecord(
      id: record.id, kind: "directory", register: Self.register,
      record: Digest(Blake2b256.hash(record.serialized)), object: record.object, time: .now())
  }

  /// Where a capture's receipt stands.
  func receiptPath(_ record: CaptureRecord) -> RawPath {
    path(TreeLayout.receipt(record.id, record.time))
  }

  /// Where a capture's truth stands.
  func truthPath(_ record: CaptureRecord) -> RawPath {
    path(TreeLayout.truth(record.id, record.time))
  }

  /// Where a capture's object stands.
  func objectPath(_ record: CaptureRecord) -> RawPath { path(TreeLayout.object(record.object)) }

  /// Moves a capture on until it is sent.
  func send(_ record: CaptureRecord) throws {
    try TestFiles.write(receiptPath(record), receipt(record).serialized, mode: 0o444)
    try TestFiles.remove(path(TreeLayout.held(record.id)))
    _ = try tree.outbox.move(record.id, .staged, .done)
    try tree.ledger.count()
  }

  /// Puts other bytes in the place of a file.
  func replace(_ path: RawPath, _ bytes: [UInt8], mode: UInt32 = 0o444) throws {
    try TestFiles.remove(path)
    try TestFiles.write(path, bytes, mode: mode)
  }

  /// What verify finds.
  func verify(repairs: Bool = false) throws -> (findings: [VerifyFinding], report: VerifyReport) {
    let box = Box()
    let report = VerifyReport { box.findings.append($0) }
    try Verify.run(home, repairs: repairs, report)
    return (box.findings, report)
  }

  private final class Box { var findings: [VerifyFinding] = [] }
}
