import SparkSystem
import SparkTestKit
import Testing

@testable import SparkSeal

/// Keys as text, and Bech32 below them.
@Suite struct KeyTests {
  @Test func bech32KeepsToItsDocument() {
    // From BIP 173: what decodes, and what must not.
    let good = [
      "A12UEL5L", "a12uel5l", "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "?1ezyfcl",
      "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
    ]
    for text in good {
      let decoded = Bech32.decode(text.utf8)
      #expect(decoded != nil, "\(text)")
      if let decoded, text.utf8.count < 80 {
        #expect(Bech32.encode(prefix: decoded.prefix, decoded.bytes) == text.lowercased())
      }
    }
    let bad = [
      "", "1", "\u{20}1nwldj5", "\u{7f}1axkwrx", "\u{80}1eym55h", "pzry9x0s0muk", "1pzry9x0s0muk",
      "x1b4n0q5v", "li1dgmt3", "de1lg7wt\u{ff}", "A1G7SGD8", "10a06t8", "1qzzfhee", "a12uel5L",
      "A12uel5l", "a12uel5m", "a12uel5", "a12ue15l",
    ]
    for text in bad { #expect(Bech32.decode(text.utf8) == nil, "\(text)") }
  }

  @Test func whatIsNotAKeyIsRefused() throws {
    let identity = Identity.fresh()
    #expect(try Identity(parsing: identity.text).text == identity.text)
    #expect(try Recipient(parsing: identity.recipient.text) == identity.recipient)
    let ofLowOrder = Bech32.encode(prefix: "age", [UInt8](repeating: 0, count: 32))
    let short = Bech32.encode(prefix: "age", [UInt8](repeating: 9, count: 31))
    let long = Bech32.encode(prefix: "age", [UInt8](repeating: 9, count: 33))
    for text in [
      "", "age1", identity.text, identity.recipient.text.uppercased(), ofLowOrder, short, long,
      Bech32.encode(prefix: "agf", identity.recipient.point), identity.recipient.text + " ",
    ] {
      #expect(throws: SealError.self, "\(text)") { try Recipient(parsing: text) }
    }
    for text in ["", identity.recipient.text, identity.text.lowercased(), identity.text + "\n"] {
      #expect(throws: SealError.self, "\(text)") { try Identity(parsing: text) }
    }
  }

  @Test func ageKeygenAgrees() throws {
    let scratch = try Scratch()
    let theirs = try scratch.run("age-keygen").text.split(separator: "\n")
    let identity = try Identity(parsing: String(theirs[2]))
    #expect(theirs[1] == "# public key: \(identity.recipient.text)")
    let ours = Identity.fresh()
    let run = try scratch.run(
      ToolCall("age-keygen", ["-y"]).reading(Array((ours.text + "\n").utf8)))
    #expect(run.lines == [ours.recipient.text])
  }

  @Test func base64IsCanonical() {
    let bytes = Array(0...255) as [UInt8]
    for count in 0..<bytes.count {
      for padded in [false, true] {
        let text = Base64.encode(bytes[..<count], padded: padded)
        #expect(Base64.decode(text, padded: padded) == Array(bytes[..<count]))
      }
    }
    // One byte of four, each in its turn: only the 64 letters are taken.
    for place in 0..<4 {
      let taken = bytes.filter { byte in
        var text = Array("AAAA".utf8)
        text[place] = byte
        return Base64.decode(text) != nil
      }
      #expect(taken.count == 64, "\(taken)")
    }
    for text in ["A", "AB", "AAB", "AA==", "AAA=", "AAAA ", " AAAA", "AA\nAA", "AAAA=", "A A"] {
      #expect(Base64.decode(text.utf8) == nil, "\(text)")
    }
    for text in ["AA", "AA=", "AAA", "AB==", "AAB=", "AA==\n", "A===", "====", "AAAA===="] {
      #expect(Base64.decode(text.utf8, padded: true) == nil, "\(text)")
    }
  }
}
