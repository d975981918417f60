import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

struct KeyringTests {
  let whole = Keyring(
    root: .fresh(), tag: Octets32((0..<32).map { $0 }),
    identities: [1: .fresh(), 2: .fresh(), 11: .fresh()])

  private func text(_ keyring: Keyring) -> String {
    String(decoding: keyring.serialized, as: UTF8.self)
  }

  @Test func keyringsAreIdentityFiles() throws {
    for keyring in [
      whole, Keyring(), Keyring(tag: whole.tag), Keyring(root: whole.root),
      Keyring(identities: whole.identities),
    ] {
      #expect(try Keyring(parsing: keyring.serialized).serialized == keyring.serialized)
    }
    let lines = text(whole).split(separator: "\n")
    #expect(lines[0] == "# spark-keyring 1" && lines.count == 9)
    #expect(lines[2] == "# tag: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
    #expect(lines.filter { !$0.hasPrefix("# ") }.allSatisfy { $0.hasPrefix("AGE-SECRET-KEY-1") })
    #expect(lines[7].hasPrefix("# generation 11: age1"))
  }

  @Test func whatIsNoKeyringIsRefused() throws {
    let good = text(whole)
    var bad = [
      "", "\n", good + "\n", good + "# more\n", String(good.dropLast()), "x" + good,
      good.replacing("keyring 1", "keyring 2"), good.replacing("# root: ", "# root:  "),
      good.replacing("# tag: 00", "# tag: zz"), good.replacing("generation 2", "generation 1"),
      good.replacing("generation 2", "generation 02"),
      good.replacing("generation 2", "generation 0"),
      good.replacing("generation 11", "generation 99999999999999999999"),
      good.replacing("\n", "\r\n"), good.replacing(": age1", ": Age1"),
      good.replacing("AGE-SECRET-KEY-1", "age-secret-key-1"),
    ]
    let lines = good.split(separator: "\n").map(String.init)
    for place in lines.indices {
      var fewer = lines
      fewer.remove(at: place)
      // A keyring may well have no root or no tag.
      if place != 1, place != 2 { bad.append(fewer.joined(separator: "\n") + "\n") }
      bad.append((lines[...place] + lines[place...]).joined(separator: "\n") + "\n")
    }
    for text in bad {
      #expect(throws: KeyFault.self, "\(text)") { try Keyring(parsing: Array(text.utf8)) }
    }
  }

  @Test func noBytesTrap() throws {
    let good = whole.serialized
    for seed in 0..<600 as Range<UInt64> {
      let noise = TestFiles.noise(40, seed: seed)
      var bytes = good
      for place in 0..<Int(noise[0] % 4) + 1 {
        let at = (Int(noise[place * 3 + 1]) << 8 | Int(noise[place * 3 + 2])) % bytes.count
        if noise[20] % 2 == 0 { bytes[at] = noise[place * 3 + 3] } else { bytes.remove(at: at) }
      }
      if let read = try? Keyring(parsing: bytes) { #expect(read.serialized == bytes) }
      _ = try? Keyring(parsing: noise)
    }
  }

  @Test func tagsSayNothingAndStayTheSame() throws {
    let secret = Octets32((0..<32).map { $0 })
    let id = try #require(CaptureID("019370a1-0000-7000-8000-000000000001"))
    let other = try #require(CaptureID("019370a1-0000-7000-8000-000000000002"))
    let tags = SealTags(secret)
    let object = Digest((0..<32).map { $0 })
    #expect(
      tags.tag(id, object).hex
        == "f45a2e121d925bd8501866b978c862692ef5753767dfcebb630481c1a78b9d57")
    #expect(
      tags.place(id).hex == "027b89bb42686eca6da9fb49915672f5cf38db3f67b3ad48903e3d5878a9cafd")
    #expect(tags.place(other) != tags.place(id))
    #expect(tags.tag(id, Digest((1..<33).map { $0 })) != tags.tag(id, object))
    #expect(SealTags(Octets32((1..<33).map { $0 })).place(id) != tags.place(id))
  }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    var text = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.utf8.starts(with: old.utf8) {
        text += new
        rest = Substring(rest.utf8.dropFirst(old.utf8.count))
      } else {
        text.unicodeScalars.append(rest.unicodeScalars.removeFirst())
      }
    }
    return text
  }
}
