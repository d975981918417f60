import Glibc
import SparkDelivery
import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

/// A store with keys below a configuration of its own, and a directory that is gone at logout.
final class KeyFixture {
  /// So that a test does not wait for scrypt; a keyring keeps its own.
  static let workFactor = 2
  static let passphrase = "correct horse battery"
  let scratch: Scratch
  let runtime: RawPath

  init(generations: Int = 1) throws {
    scratch = try Scratch()
    setenv("SPARK_ALLOW_PURGEABLE", "1", 1)
    runtime = scratch.file("runtime")
    try TestFiles.makeDirectory(runtime, mode: 0o700)
    try TestFiles.write(scratch.file("pass"), Self.passphrase + "\n", mode: 0o600)
    _ = try StoreHome.openOrMake(scratch.home)
    guard generations > 0 else { return }
    try keys().create(Self.answer, workFactor: Self.workFactor)
    for _ in 1..<max(2, generations) where generations > 1 { try keys().rotate(Self.answer) }
  }

  static func answer(_ question: PassphraseQuestion) throws(SparkError) -> [UInt8] {
    Array(passphrase.utf8)
  }

  var config: RawPath { scratch.file("config") }

  func tree() throws -> EndpointTree { try StoreHome.openOrMake(scratch.home).currentTree() }

  func keys() throws -> KeyStore {
    let tree = try tree()
    return KeyStore(
      tree: try tree.record().tree, name: "nowhere", config: config, runtime: .place(runtime),
      pins: TreePins(tree))
  }

  /// A file among the tree's keys.
  func file(_ name: String) throws -> RawPath {
    config.appending(ConfigLayout.keys(try tree().record().tree)).appending(name)
  }

  func unlockedFile() throws -> RawPath {
    runtime.appending(ConfigLayout.unlockedKeys).appending(try tree().record().tree.text)
  }

  func pin() throws -> KeyPin? { try tree().record().key }

  /// The secrets as the keyring's file holds them.
  func keyring() throws -> Keyring {
    let bytes = try TestFiles.read(file(ConfigLayout.keyring))
    return try Keyring(parsing: Age.open(bytes, passphrase: Array(Self.passphrase.utf8)))
  }

  func call(_ words: RawPath...) -> ToolCall {
    ToolCall("spark-key", words + ["--passphrase-file", scratch.file("pass")])
      .with("XDG_RUNTIME_DIR", runtime)
  }

  func run(_ words: RawPath...) throws -> ToolRun {
    try scratch.run(
      ToolCall("spark-key", words + ["--passphrase-file", scratch.file("pass")])
        .with("XDG_RUNTIME_DIR", runtime))
  }

  /// Exactly one sentence, the status, and nothing else said or changed.
  func expectRefused(_ run: ToolRun, _ status: Int32, _ sentence: KeySentence) {
    #expect(run.status == status, "\(run)")
    #expect(run.output.isEmpty, "\(run)")
    #expect(run.errorText == "spark-key: error: \(sentence.text(.english))\n")
  }

  /// The chain is whole, the pin is its newest, and every generation's secret is in the keyring.
  func expectWhole(_ generations: Int? = nil) throws {
    let chain = try keys().chain()
    if let generations { #expect(chain.statements.count == generations) }
    #expect(try pin() == chain.newest?.pin)
    let keyring = try keyring()
    for statement in chain.statements {
      #expect(keyring.identities[statement.generation]?.recipient == statement.recipient)
    }
    #expect(keyring.root?.publicKey == chain.root)
    #expect(try keys().tagSecret() == keyring.tag)
  }
}
