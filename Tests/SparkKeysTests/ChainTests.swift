import SparkFormat
import SparkSeal
import Testing

private let time = Timestamp(seconds: 1_796_033_044, nanoseconds: 5, offset: 32_400)
private let root = RootKey(seed: Octets32((0..<32).map { $0 }))
private let stranger = RootKey(seed: Octets32((1..<33).map { $0 }))

private func statement(_ after: Statement?, _ key: RootKey = root) -> Statement {
  Statement(Identity.fresh().recipient, after: after, time: time, signedBy: key)
}

struct ChainTests {
  let first = statement(nil)
  let second: Statement
  let third: Statement

  init() {
    second = statement(first)
    third = statement(second)
  }

  private func fault(_ statements: [Statement]) -> KeyFault? {
    do throws(KeyFault) { _ = try KeyChain(checking: statements) } catch { return error }
    return nil
  }

  @Test func aWholeChain() throws {
    let chain = try KeyChain(checking: [first, second, third])
    #expect(chain.newest == third && chain.root == root.publicKey && chain[2] == second)
    #expect(chain[0] == nil && chain[4] == nil)
    #expect(chain.generation(of: second.recipient) == 2)
    #expect(second.record.previous == first.digest && third.generation == 3)
    #expect(try Statement(checking: second.bytes) == second)
    #expect(try KeyChain(checking: []).newest == nil)
  }

  @Test func whatIsNoChain() throws {
    #expect(fault([second]) == .gap(generation: 2, missing: 1))
    #expect(fault([first, third]) == .gap(generation: 3, missing: 2))
    #expect(fault([first, statement(first, stranger)]) == .signedByOther(2))
    #expect(fault([first, second, statement(first)]) == .fork(2))
    #expect(fault([first, second, statement(statement(first))]) == .fork(2))
    #expect(fault([first, statement(nil)]) == .fork(1))
    #expect(fault([first, second, first, second]) == nil)
  }

  @Test func knownOnesAreIgnored() throws {
    var chain = try KeyChain(checking: [first, second])
    #expect(try !chain.add(first))
    #expect(try !chain.add(second))
    #expect(try chain.add(third))
    #expect(chain.statements == [first, second, third])
  }

  @Test func theRootThatIsKnownCounts() throws {
    var chain = KeyChain()
    #expect(throws: KeyFault.signedByOther(1)) {
      try chain.add(first, root: stranger.publicKey)
    }
    #expect(try chain.add(first, root: root.publicKey))
  }

  @Test func theStoresMemoryCounts() throws {
    let chain = try KeyChain(checking: [first, second])
    try chain.reach(nil)
    try chain.reach(first.pin)
    try chain.reach(second.pin)
    try chain.agree(with: third.pin)
    #expect(throws: KeyFault.behind(newest: 2, seen: 3)) { try chain.reach(third.pin) }
    #expect(throws: KeyFault.fork(2)) { try chain.agree(with: statement(first).pin) }
    #expect(throws: KeyFault.signedByOther(2)) {
      try chain.agree(with: statement(nil, stranger).pin)
    }
  }

  @Test func everyChangedByteIsNoticed() throws {
    for place in second.bytes.indices {
      var bytes = second.bytes
      bytes[place] ^= 1
      #expect(throws: KeyFault.self, "byte \(place)") { try Statement(checking: bytes) }
    }
    for count in 0..<second.bytes.count {
      #expect(throws: KeyFault.self) { try Statement(checking: Array(second.bytes[..<count])) }
    }
    #expect(throws: KeyFault.self) { try Statement(checking: second.bytes + [0x0A]) }
  }

  @Test func nothingStandsBehindTheSignature() throws {
    let text = String(decoding: second.bytes, as: UTF8.self)
    let unsigned = String(text.dropLast()) + "Note: not signed\n\n"
    #expect(throws: KeyFault.self) { try Statement(checking: Array(unsigned.utf8)) }
    let twice =
      String(text.dropLast()) + "Signature: " + String(repeating: "0", count: 128) + "\n\n"
    #expect(throws: KeyFault.self) { try Statement(checking: Array(twice.utf8)) }
  }

  @Test func statementsAreReadByGrep() throws {
    let lines = String(decoding: second.bytes, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.map { $0.prefix { $0 != ":" } } == [
        "Format", "Generation", "Recipient", "Time", "Root", "Previous", "Signature",
      ])
    #expect(lines[1] == "Generation: 2" && lines[4] == "Root: \(root.publicKey.hex)")
    #expect(lines[3] == "Time: 2026-11-30T19:04:04.000000005+09:00")
    let both = first.bytes + second.bytes
    #expect(StatementRecord.split(both) == [first.bytes, second.bytes])
    #expect(StatementRecord.begins(both) && !StatementRecord.begins(Array("Format: x".utf8)))
  }

  /// RFC 8032, the first two tests of section 7.1.
  @Test func signaturesAreTheStandards() throws {
    let seeds = [
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    ]
    let keys = try seeds.map { RootKey(seed: try #require(Octets32(hex: $0))) }
    #expect(
      keys.map(\.publicKey.hex) == [
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      ])
    #expect(keys[0].sign([]).prefix(4) == [0xE5, 0x56, 0x43, 0x00])
    #expect(keys[1].sign([0x72]).prefix(4) == [0x92, 0xA0, 0x09, 0xA9])
  }
}
