import SparkSystem
import SparkTestKit
import Testing

@testable import SparkSeal

/// The age test kit: the kind of refusal counts, and exactly what was released before it.
@Suite struct VectorTests {
  private static let vectors = Result { try Vector.all().filter { !$0.isForeign } }

  @Test func inMemory() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.count == 124)
    for vector in vectors {
      let (outcome, released) = openInMemory(vector)
      check(vector, outcome, released)
    }
  }

  @Test(arguments: [1, 2]) func asFiles(threads: Int) throws {
    let scratch = try Scratch()
    let opener = FileOpener()
    for vector in try Self.vectors.get() where vector.expected != "armor failure" {
      let path = scratch.file("file")
      try TestFiles.write(path, try dearmored(vector))
      let file = try Descriptor(named: path)
      var released: [UInt8] = []
      var outcome = "success"
      func take(_ bytes: UnsafeRawBufferPointer) { released += bytes }
      do throws(OpenError) {
        let identities = try? vector.identities()
        if let passphrase = vector.passphrases.first {
          let size = try opener.open(file, passphrase: passphrase, threads: threads) { take($0) }
          #expect(size == released.count, "\(vector.name)")
        } else {
          try opener.open(file, identities: identities ?? [], threads: threads) { take($0) }
        }
      } catch {
        if case .seal(let error) = error {
          outcome = error.expectation
        } else {
          outcome = "\(error)"
        }
      }
      // Only one of the passphrases was tried.
      if vector.passphrases.count > 1, outcome == "no match" { continue }
      check(vector, outcome, released)
    }
  }

  @Test func headersAreWrittenAsTheyWereRead() throws {
    for vector in try Self.vectors.get()
    where !["header failure", "armor failure"].contains(vector.expected) {
      let file = try dearmored(vector)
      let header = try AgeHeader(parsing: file)
      #expect(header.encoded == Array(file[..<header.length]), "\(vector.name)")
    }
  }

  @Test func payloadsAreWrittenAsTheyWereRead() throws {
    for vector in try Self.vectors.get() where vector.expected == "success" {
      let file = try dearmored(vector)
      let rest = file[(try AgeHeader(parsing: file).length)...]
      var plain: [UInt8] = []
      try Payload.open(rest, vector.fileKey()) { plain += $0 }
      let nonce = Array(rest.prefix(Chunk.nonceLength))
      #expect(try Payload.seal(plain, vector.fileKey(), nonce: nonce) == Array(rest))
    }
  }

  @Test func armorIsWrittenAsItWasRead() throws {
    for vector in try Self.vectors.get() where vector.isArmored && vector.expected == "success" {
      let bytes = try Armor.decode(vector.file)
      #expect(try Armor.decode(Armor.encode(bytes)) == bytes, "\(vector.name)")
    }
  }

  private func check(_ vector: Vector, _ outcome: String, _ released: [UInt8]) {
    #expect(outcome == vector.expected, "\(vector.name)")
    if let payload = vector.payload { #expect(sha256(released) == payload, "\(vector.name)") }
    if vector.payload == nil { #expect(released.isEmpty, "\(vector.name)") }
  }

  private func dearmored(_ vector: Vector) throws -> [UInt8] {
    vector.isArmored ? try Armor.decode(vector.file) : vector.file
  }

  private func openInMemory(_ vector: Vector) -> (String, [UInt8]) {
    var released: [UInt8] = []
    do {
      let file = try dearmored(vector)
      let header = try AgeHeader(parsing: file)
      var key = Result<FileKey, SealError> { () throws(SealError) in
        throw SealError.noMatch
      }
      if vector.passphrases.isEmpty {
        let identities = try vector.identities()
        key = .success(try header.fileKey(identities))
      }
      for passphrase in vector.passphrases {
        do throws(SealError) {
          key = .success(try header.fileKey(passphrase: Passphrase(passphrase)))
          break
        } catch {
          if error != .noMatch { throw error }
        }
      }
      try Payload.open(file[header.length...], key.get()) { released += $0 }
    } catch let error as SealError {
      return (error.expectation, released)
    } catch {
      return ("\(error)", released)
    }
    return ("success", released)
  }
}
