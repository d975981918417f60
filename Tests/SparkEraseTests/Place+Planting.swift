import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

// States that a process leaves that died, put there by hand.
extension Place {
  /// A row as it lies under a carrier that no longer lives.
  func underDeadCarrier(_ record: CaptureRecord, _ state: State) throws {
    let tree = try tree()
    let carrier = CaptureID.fresh().text
    let parent = tree.outbox.directory(state)
    try parent.makeDirectory(RawPath(carrier))
    let name = RawPath(record.id.text)
    try tree.outbox.directory(.staged)
      .replace(name, to: parent.directory(RawPath(carrier)), name)
  }

  /// The record of a capture, at the register.
  func putMoment(_ record: CaptureRecord) throws {
    let truth = try tree().root.contents(RawPath(TreeLayout.truth(record.id, record.time)))
    let place = MomentPlace.plain(record.id, record.time)
    let path = register.appending(place.path)
    let month = [place.base] + place.directories
    try TestFiles.makeDirectory(register.appending(month.joined(separator: "/")))
    try TestFiles.write(path, truth)
    try TestFiles.setMode(path, 0o444)
    try TestFiles.makeDirectory(register.appending(RegisterLayout.objectShard(record.object)))
    let object = register.appending(RegisterLayout.object(record.object))
    if TestFiles.exists(object) { return }
    let bytes = try tree().root.contents(RawPath(TreeLayout.object(record.object)))
    try TestFiles.write(object, bytes)
    try TestFiles.setMode(object, 0o444)
  }

  /// A sent capture as a restored copy may have it: held, and its receipt lost.
  func takeBack(_ record: CaptureRecord, to state: State) throws {
    let tree = try tree()
    try tree.root.remove(RawPath(TreeLayout.receipt(record.id, record.time)))
    let month = try tree.root.directory(RawPath(TreeLayout.monthDirectory(record.time)))
    let name = RawPath(record.id.text)
    try month.linkNew(name, to: tree.held, name)
    try tree.outbox.move(record.id, .done, state)
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try tree.ledger.count() }
  }

  /// A sealed copy beside a truth, of no real key.
  @discardableResult
  func plantSealed(_ record: CaptureRecord) throws -> SealedRecord {
    let tree = try tree()
    var digests: [Digest] = []
    for part in ["copy", "record"] {
      let bytes = Array("sealed \(part) of \(record.id.text)".utf8)
      let digest = Digest(Blake2b256.hash(bytes))
      try tree.root.create(RawPath(TreeLayout.object(digest)), bytes, mode: 0o444)
      digests.append(digest)
    }
    let octets = Octets32([UInt8](repeating: 7, count: 32))
    let sealed = SealedRecord(
      id: record.id,
      key: KeyPin(root: octets, generation: 1, recipient: "age1x", statement: digests[0]),
      object: digests[0], size: 20, record: digests[1], tag: octets, place: octets, time: .now())
    try tree.root.create(
      RawPath(TreeLayout.sealed(record.id, record.time)), sealed.serialized, mode: 0o444)
    return sealed
  }
}
