import Glibc
import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit

@testable import SparkRegister

/// A register of its own with a log, in a directory of its own.
final class LogFixture {
  let scratch: Scratch
  var register: RegisterDirectory
  var log: RegisterLog

  init() throws {
    scratch = try Scratch()
    register = try RegisterMaker.openOrMake(scratch.register)
    log = try LogMaker.openOrMake(register, prefix: "a,b")
  }

  var folder: RawPath { scratch.register.appending(RegisterLayout.log) }

  func entry(_ number: Int) -> TrailEntry {
    let digest = Digest(Blake2b256.hash(Array("record \(number)".utf8)))
    return TrailEntry(
      .recorded, id: CaptureID.fresh(), record: digest, object: digest, bytes: 7, time: .now())
  }

  @discardableResult
  func record(_ numbers: some Collection<Int>, known: Int64 = 0) throws -> [TrailProof] {
    try log.record(numbers.map { (entry: entry($0), known: known) }) { false }
  }

  func reopen() throws {
    guard let again = try RegisterLog.open(register, prefix: "a,b") else {
      throw TestKitError("no log")
    }
    log = again
    try log.lookAgain()
  }

  /// Whether a proof leads from its entry to its checkpoint.
  func holds(_ proof: TrailProof) throws -> Bool {
    let text = try InclusionProof(parsing: proof.proof)
    let signed = try SignedCheckpoint(text.checkpoint, key: log.key)
    let root = Merkle.root(
      of: Merkle.leaf(proof.entry), at: text.index, size: signed.size, text.hashes.map(\.hash))
    return root == signed.root
  }
}

extension TestFiles {
  /// Puts other bytes in the place of a file that may not be writable.
  static func replace(_ path: RawPath, _ bytes: [UInt8]) throws {
    let mode = try status(path).mode & 0o777
    try remove(path)
    try write(path, bytes, mode: mode)
  }
}
