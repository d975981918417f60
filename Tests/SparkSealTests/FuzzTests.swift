import SparkTestKit
import Testing

@testable import SparkSeal

/// Twenty thousand damaged files from a fixed seed: nothing traps, and what is read is canonical.
@Suite struct FuzzTests {
  @Test func headers() throws {
    var random = Mutations(seed: 1)
    let seeds = try Vector.all().filter { !$0.isArmored }.map { Array($0.file.prefix(1200)) }
    var taken = 0
    for round in 0..<12_000 {
      let bytes = random.mutated(seeds[round % seeds.count], with: seeds)
      guard let header = try? AgeHeader(parsing: bytes) else { continue }
      taken += 1
      if header.encoded != Array(bytes[..<header.length]) {
        Issue.record("not canonical: \(hex(bytes))")
      }
    }
    #expect(taken > 1000)
  }

  @Test func armor() throws {
    var random = Mutations(seed: 2)
    let seeds = try Vector.all().filter { $0.isArmored }.map { Array($0.file.prefix(1200)) }
    var taken = 0
    for round in 0..<8_000 {
      let text = random.mutated(seeds[round % seeds.count], with: seeds, most: 1)
      guard let bytes = try? Armor.decode(text) else { continue }
      taken += 1
      if Armor.encode(bytes) != plainText(text) { Issue.record("not canonical: \(hex(text))") }
    }
    #expect(taken > 100)
  }

  @Test func wholeFilesAndKeys() throws {
    var random = Mutations(seed: 3)
    let identity = Identity.fresh()
    let stanza = Stanza(type: "grease", arguments: ["a"], body: [1])
    let file = try Age.seal(Array("some words".utf8), to: [identity.recipient], also: [stanza])
    let key = Array(identity.recipient.text.utf8)
    for _ in 0..<1500 {
      let changed = random.mutated(file, with: [file])
      if changed != file, (try? Age.open(changed, with: [identity])) != nil {
        Issue.record("opened: \(hex(changed))")
      }
      let text = String(decoding: random.mutated(key, with: [key]), as: UTF8.self)
      if let other = try? Recipient(parsing: text) { #expect(other.text == text) }
    }
  }

  /// Armor as it would be written: white space around it gone, line feeds alone.
  private func plainText(_ text: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var rest = text.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    var plain: [UInt8] = []
    for byte in rest {
      if byte == 10, plain.last == 13 { plain.removeLast() }
      plain.append(byte)
    }
    return plain + [10]
  }
}

/// Damages bytes, always the same way for the same seed.
struct Mutations {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: (state >> 11) % UInt64(max(1, bound)))
  }

  /// One to three changes, most of them small ones that stay near the grammar.
  mutating func mutated(_ bytes: [UInt8], with others: [[UInt8]], most: Int = 3) -> [UInt8] {
    let words = Array("\n \r=-> /+A0".utf8)
    var bytes = bytes
    for _ in 0...below(most) {
      let place = below(bytes.count)
      let end = min(bytes.count, place + 1 + below(40))
      switch below(8) {
      case 0: if !bytes.isEmpty { bytes[place] ^= 1 << UInt8(below(8)) }
      case 1: if !bytes.isEmpty { bytes[place] = words[below(words.count)] }
      case 2: bytes.insert(words[below(words.count)], at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(3)))
      case 4: bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count))
      case 5: bytes.removeSubrange(place..<end)
      case 6:
        let other = others[below(others.count)]
        let from = below(other.count)
        bytes.insert(contentsOf: other[from..<min(other.count, from + below(100))], at: place)
      default: bytes.removeLast(below(bytes.count / 4))
      }
    }
    return bytes
  }
}
