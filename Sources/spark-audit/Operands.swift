import SparkCommand
import SparkFormat
import SparkStore
import SparkSystem

/// Reads what the verbs are given.
enum Operands {
  /// The register's directory, which an address may name as well.
  static func register(_ operand: [UInt8]) throws -> RawPath {
    let text = String(decoding: operand, as: UTF8.self)
    if text.hasPrefix("file:///") { return Environment.absolute(RawPath(operand.dropFirst(7))) }
    if text.hasPrefix("https://") || text.hasPrefix("http://") || text.hasPrefix("s3://") {
      let shown = FileName(operand).encoded
      throw CommandError.failure(
        .configuration, Sentence.trail(.audit(.onlyDirectories(address: shown))).text, hint: nil)
    }
    return Environment.absolute(RawPath(operand))
  }

  /// A public key of this kind.
  static func key(_ text: String, _ kind: NoteKey.Kind, option: String) throws -> NoteKey {
    guard let key = NoteKey(text), key.kind == kind else {
      throw CommandError.usage("--\(option) takes a public key, name+hash+base64")
    }
    return key
  }

  /// The log's key, where one is given.
  static func logKey(_ arguments: Arguments) throws -> NoteKey? {
    try arguments.text("key").map { try key($0, .log, option: "key") }
  }
}
