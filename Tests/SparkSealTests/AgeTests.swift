import SparkSystem
import SparkTestKit
import Testing

@testable import SparkSeal

/// Files in memory, both ways with Debian's `age`.
@Suite struct AgeTests {
  static let sizes = [0, 1, 65535, 65536, 65537, 131_072, 200_000]

  @Test func ageOpensWhatWeSeal() throws {
    let scratch = try Scratch()
    let (one, other) = (Identity.fresh(), Identity.fresh())
    let keys = try [one, other].map { identity in
      let path = scratch.file("key-\(identity.recipient.text)")
      try TestFiles.write(path, "# a comment\n\(identity.text)\n", mode: 0o600)
      return path
    }
    let extra = Stanza(
      type: "spark-tag", arguments: ["00ff"], body: [UInt8](repeating: 7, count: 48))
    for size in Self.sizes {
      let plain = TestFiles.noise(size, seed: UInt64(size))
      let sealed = try Age.seal(plain, to: [one.recipient, other.recipient], also: [extra])
      #expect(try AgeHeader(parsing: sealed).stanzas.last == extra)
      for key in keys {
        let run = try scratch.run(ToolCall("age", ["-d", "-i", key]).reading(sealed))
        #expect(run.status == 0 && run.output == plain, "\(size): \(run.errorText)")
      }
      let run = try scratch.run(
        ToolCall("age", ["-d", "-i", keys[0]]).reading(Armor.encode(sealed)))
      #expect(run.status == 0 && run.output == plain, "\(size), armored: \(run.errorText)")
    }
  }

  @Test func weOpenWhatAgeSeals() throws {
    let scratch = try Scratch()
    let (one, other) = (Identity.fresh(), Identity.fresh())
    let to: [RawPath] = [
      "-r", RawPath(one.recipient.text), "-r", RawPath(other.recipient.text),
    ]
    for size in Self.sizes {
      let plain = TestFiles.noise(size, seed: UInt64(size))
      let run = try scratch.run(ToolCall("age", to).reading(plain))
      for identity in [one, other] {
        #expect(try Age.open(run.output, with: [.fresh(), identity]) == plain, "\(size)")
      }
      #expect(throws: SealError.noMatch) { try Age.open(run.output, with: [.fresh()]) }
      let armored = try scratch.run(ToolCall("age", ["-a"] + to).reading(plain))
      #expect(try Age.open(Armor.decode(armored.output), with: [one]) == plain)
      #expect(try Armor.encode(Armor.decode(armored.output)) == armored.output)
    }
  }

  @Test func passphrases() throws {
    let scratch = try Scratch()
    let plain = TestFiles.noise(1000, seed: 3)
    let passphrase = Array("not a word".utf8)
    let sealed = try Age.seal(plain, passphrase: passphrase, workFactor: 10)
    #expect(try Age.open(sealed, passphrase: passphrase) == plain)
    #expect(throws: SealError.noMatch) { try Age.open(sealed, passphrase: Array("other".utf8)) }
    #expect(throws: SealError.noMatch) { try Age.open(sealed, with: [.fresh()]) }
    #expect(throws: SealError.self) { try Age.seal(plain, passphrase: []) }
    for factor in [-1, 0, 23, 64, 1 << 40] {
      #expect(throws: SealError.self) {
        try Age.seal(plain, passphrase: passphrase, workFactor: factor)
      }
    }
    // age asks on a terminal.
    try TestFiles.write(scratch.file("sealed"), sealed)
    let script = """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0:
          os.execvp("age", ["age", "-d", "-o", sys.argv[2], sys.argv[1]])
      os.read(terminal, 100)
      os.write(terminal, b"not a word\\n")
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """
    let opened = scratch.file("opened")
    let run = try scratch.run("python3", ["-c", RawPath(script), scratch.file("sealed"), opened])
    #expect(run.status == 0, "\(run)")
    #expect(try TestFiles.read(opened) == plain)
  }

  @Test func whatCannotBeSealedIsRefused() throws {
    let recipient = Identity.fresh().recipient
    #expect(throws: SealError.self) { try Age.seal([], to: []) }
    for (type, arguments) in [
      ("", []), ("a b", []), ("a", [""]), ("a", ["b\n-> c"]), ("é", []), ("scrypt", ["x", "1"]),
    ] as [(String, [String])] {
      let stanza = Stanza(type: type, arguments: arguments, body: [])
      #expect(throws: SealError.self, "\(stanza)") {
        try Age.seal([], to: [recipient], also: [stanza])
      }
    }
  }

  @Test func nothingIsUsedTwice() throws {
    let identity = Identity.fresh()
    let files = try (0..<2).map { _ in try Age.seal([1, 2, 3], to: [identity.recipient]) }
    let headers = try files.map { try AgeHeader(parsing: $0) }
    #expect(headers[0].stanzas[0].arguments != headers[1].stanzas[0].arguments)
    #expect(files[0][headers[0].length...] != files[1][headers[1].length...])
    #expect(Set(try headers.map { hex(try $0.fileKey([identity]).bytes) }).count == 2)
  }
}

extension FileKey {
  /// Its bytes, for a test to compare.
  var bytes: [UInt8] { secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: 16)) } }
}
