import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkRegister

@Suite struct ReceiptTests {
  private let fixture: LogFixture
  private let receipt: ReceiptRecord

  init() throws {
    fixture = try LogFixture()
    let proofs = try fixture.landAll(0..<300)
    let entry = try TrailEntry(parsing: proofs[123].entry)
    receipt = ReceiptRecord(
      id: try #require(entry.id), kind: "directory", register: fixture.register.identity,
      record: try #require(entry.record), object: try #require(entry.object), time: entry.time,
      trail: proofs[123])
  }

  /// Whether the bytes prove the same as the receipt does.
  private func holds(_ bytes: [UInt8], pin: NoteKey?) -> Bool {
    guard let parsed = try? ReceiptRecord(parsing: bytes) else { return false }
    return (try? ReceiptCheck(pin: pin?.text).check(parsed)) != nil
  }

  @Test func everyByteOfAReceiptCounts() throws {
    let bytes = receipt.serialized
    #expect(holds(bytes, pin: fixture.log.key) && holds(bytes, pin: nil))
    for place in bytes.indices {
      for bit in [1 as UInt8, 4, 32] {
        var other = bytes
        other[place] ^= bit
        #expect(!holds(other, pin: fixture.log.key), "at \(place): \(bytes[place])")
      }
    }
    for count in bytes.indices { #expect(!holds(Array(bytes[..<count]), pin: fixture.log.key)) }
  }

  @Test func everyByteOfAProofAndOfItsEntryCounts() throws {
    let trail = try #require(receipt.trail)
    let key = fixture.log.key
    func holds(_ entry: [UInt8], _ proof: [UInt8]) -> Bool {
      (try? ProofCheck.check(entry: entry, proof: proof, key: key)) != nil
    }
    #expect(holds(trail.entry, trail.proof))
    for place in trail.entry.indices {
      var other = trail.entry
      other[place] ^= 1
      #expect(!holds(other, trail.proof))
    }
    for place in trail.proof.indices {
      var other = trail.proof
      other[place] ^= 1
      #expect(!holds(trail.entry, other), "at \(place)")
    }
  }

  @Test func witnessesAreCounted() throws {
    let key = fixture.log.key
    let checkpoint = fixture.log.checkpoint
    let witnesses = (0..<3).map { NoteSigner.fresh(name: "w\($0)", kind: .witness) }
    var note = try SignedNote(parsing: checkpoint.bytes)
    note.signatures += witnesses[..<2].map { $0.sign(note.text, time: 1_800_000_000) }
    let signed = try SignedCheckpoint(note.serialized, key: key)
    func signers(_ asked: [NoteKey]) -> ProofCheck.Signers {
      ProofCheck.Signers(signed, log: key, asked: asked)
    }
    let all = signers(witnesses.map(\.key) + [witnesses[0].key])
    #expect(all.witnesses == 2 && all.others == 0 && !all.isBad && !all.isSelfWitnessed)
    let none = signers([])
    #expect(none.witnesses == 0 && none.others == 2 && none.isSelfWitnessed)
    note.signatures[1] = NoteSignature(
      name: "w0", keyID: witnesses[0].key.id, signature: [UInt8](repeating: 1, count: 72))
    let forged = try SignedCheckpoint(note.serialized, key: key)
    #expect(ProofCheck.Signers(forged, log: key, asked: [witnesses[0].key]).isBad)
  }

  @Test(arguments: ReceiptFlaw.allCases) func everyFaultHasItsReason(fault: ReceiptFlaw) {
    #expect(fault.text(.english) != fault.text(.korean))
  }
}
