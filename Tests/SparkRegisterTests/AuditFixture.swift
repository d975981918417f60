import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit

@testable import SparkRegister

extension LogFixture {
  /// Puts a record and its object into the register, as a landing leaves them, and returns its entry.
  func land(_ number: Int) throws -> TrailEntry {
    let bytes = Array("bytes \(number)".utf8)
    let object = Digest(Blake2b256.hash(bytes))
    let truth = CaptureRecord(
      id: CaptureID.fresh(), time: Timestamp(seconds: 1_800_000_000 + Int64(number)), zone: "UTC",
      name: FileName("a \(number)"), type: "text/plain", size: Int64(bytes.count), object: object,
      inbox: "inbox")
    try put(bytes, object)
    return try put(truth)
  }

  func put(_ bytes: [UInt8], _ digest: Digest) throws {
    try register.root.createAnew(RawPath(RegisterLayout.object(digest)), bytes, mode: 0o444)
  }

  @discardableResult
  func put(_ truth: CaptureRecord) throws -> TrailEntry {
    let place = MomentPlace.plain(truth.id, truth.time)
    var folder = register.records
    for name in place.directories {
      try folder.makeDirectory(RawPath(name))
      folder = try folder.directory(RawPath(name))
    }
    try folder.create(RawPath(place.name), truth.serialized, mode: 0o444)
    return TrailEntry(
      .recorded, id: truth.id, record: Digest(Blake2b256.hash(truth.serialized)),
      object: truth.object, bytes: truth.size, device: CaptureID.fresh(), time: .now())
  }

  /// Lands and records so many captures in one batch.
  @discardableResult
  func landAll(_ numbers: Range<Int>) throws -> [TrailProof] {
    try log.record(try numbers.map { (entry: try land($0), known: 0) })
  }

  /// What an audit finds, or the refusal as a finding of its own.
  func audit(key: NoteKey? = nil, hashing: Bool = false) throws -> [AuditFinding] {
    try LogAudit.run(scratch.register, key: key, hashing: hashing).findings
  }

  /// Whether an audit catches it.
  func isCaught(key: NoteKey? = nil) -> Bool {
    do { return try LogAudit.run(scratch.register, key: key).faults > 0 } catch { return true }
  }
}
