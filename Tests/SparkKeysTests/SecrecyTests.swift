import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

struct SecrecyTests {
  @Test func everythingIsThisUsersAlone() throws {
    let fixture = try KeyFixture(generations: 0)
    try TestFiles.makeDirectory(fixture.config, mode: 0o777)
    #expect(try fixture.run("new").status == 0)
    #expect(try fixture.run("unlock").status == 0)
    #expect(try fixture.run("export", fixture.config.appending("copy.age")).status == 0)
    for place in [fixture.config, fixture.runtime] {
      for entry in try TestTree.read(place) {
        #expect(entry.mode == (entry.kind == .directory ? 0o700 : 0o600), "\(entry)")
      }
    }
    #expect(
      try TestTree.files(fixture.config).map(\.name).filter { !$0.hasSuffix("copy.age") }.map {
        String($0.split(separator: "/", maxSplits: 2).last ?? "")
      } == ["keyring.age", "lock", "statements/1", "tag"])
  }

  @Test func noSecretIsSaidOrStored() throws {
    let fixture = try KeyFixture(generations: 2)
    var said: [UInt8] = []
    for words in [["unlock"], ["rotate"], ["list"], ["list", "--json"], ["forget", "1"]]
      as [[RawPath]]
    {
      let run = try fixture.scratch.run(
        ToolCall("spark-key", words + ["--passphrase-file", fixture.scratch.file("pass")])
          .with("XDG_RUNTIME_DIR", fixture.runtime))
      #expect(run.status == 0, "\(run)")
      said += run.output + run.error
    }
    let keyring = try fixture.keyring()
    var secrets = keyring.identities.values.map(\.text) + [KeyFixture.passphrase]
    if let root = keyring.root { secrets.append(Octets32(root.seed).hex) }
    if let tag = keyring.tag { secrets.append(tag.hex) }
    #expect(secrets.count == 5)
    var places = try TestTree.files(fixture.scratch.home).map {
      fixture.scratch.home.appending($0.path)
    }
    // In the configuration only the tag lies open; in the runtime directory all but the root.
    places += try TestTree.files(fixture.config).filter { !$0.name.hasSuffix("/tag") }.map {
      fixture.config.appending($0.path)
    }
    for path in places { said += try TestFiles.read(path) }
    let text = String(decoding: said, as: UTF8.self)
    for secret in secrets { #expect(!text.contains(secret)) }
    #expect(!text.contains("AGE-SECRET"))
    #expect(text.contains("spark-statement 1"))
  }

  /// A terminal of its own: what is typed there is not shown, and its echo is back afterwards.
  @Test(arguments: ["\n", "\u{3}"]) func theTerminalShowsNothing(_ end: String) throws {
    let fixture = try KeyFixture()
    let own = try #require(Environment.resolved("/proc/self/exe"))
    let tool = own.text.split(separator: "/").dropLast().joined(separator: "/")
    var call = ToolCall(
      "script",
      [
        "-qec",
        RawPath(
          "bash -c 'trap : INT; stty; \"/\(tool)/spark-key\" unlock; echo ended $?; stty -a'"),
        "/dev/null",
      ]
    ).with("XDG_RUNTIME_DIR", fixture.runtime)
    call.input = .open
    let running = try fixture.scratch.start(call)
    try eventually("the prompt") {
      String(decoding: try running.outputSoFar(), as: UTF8.self).contains("Passphrase of the keys")
    }
    running.send(Array((KeyFixture.passphrase + end).utf8))
    let run = try running.wait(timeout: 30)
    #expect(!run.text.contains("correct"), "\(run)")
    #expect(run.text.contains(end == "\n" ? "ended 0" : "ended 130"), "\(run)")
    #expect(run.text.contains(" echo ") && !run.text.contains("-echo "), "\(run)")
    let isUnlocked = try fixture.keys().identities() != nil
    #expect(isUnlocked == (end == "\n"))
  }
}
