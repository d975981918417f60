import CSodium
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkSeal

/// One file of the age test kit: what is expected of a file, then the file.
struct Vector {
  let name: String
  let fields: [String: [String]]
  let file: [UInt8]

  var expected: String { fields["expect"]?.first ?? "" }
  var isArmored: Bool { fields["armored"] != nil }
  var payload: String? { fields["payload"]?.first }
  var passphrases: [[UInt8]] { (fields["passphrase"] ?? []).map { Array($0.utf8) } }
  /// Keys of the post-quantum kind, which libsodium cannot make.
  var isForeign: Bool {
    (fields["identity"] ?? []).contains { $0.hasPrefix("AGE-SECRET-KEY-PQ-") }
  }

  func identities() throws -> [Identity] {
    try (fields["identity"] ?? []).map { try Identity(parsing: $0) }
  }

  func fileKey() throws -> FileKey {
    let hex = Array((fields["file key"]?.first ?? "").utf8)
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(decoding: hex[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
    return FileKey(secret: Secret(copying: bytes))
  }

  /// All of them; the folder is the origin's, unchanged.
  static func all() throws -> [Vector] {
    let here = Array(#filePath.utf8)
    let folder = RawPath(here[..<(here.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
      .appending("Vectors/age")
    let scratch = try Scratch()
    let inflated = scratch.file("inflated")
    try TestFiles.makeDirectory(inflated)
    let script = """
      import os, sys, zlib
      for name in os.listdir(sys.argv[1]):
          head, body = open(os.path.join(sys.argv[1], name), "rb").read().split(b"\\n\\n", 1)
          if b"\\ncompressed: zlib" in head:
              open(os.path.join(sys.argv[2], name), "wb").write(zlib.decompress(body))
      """
    let run = try scratch.run("python3", ["-c", RawPath(script), folder, inflated])
    guard run.status == 0 else { throw TestKitError("\(run)") }
    return try TestFiles.names(folder).map { name in
      let bytes = try TestFiles.read(folder.appending(name))
      let end = try #require(
        bytes.indices.first { bytes[$0...].starts(with: Array("\n\n".utf8)) })
      var fields: [String: [String]] = [:]
      for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n") {
        let cut = line.firstRange(of: ": ")?.lowerBound ?? line.endIndex
        fields[String(line[..<cut]), default: []].append(String(line[cut...].dropFirst(2)))
      }
      let file =
        fields["compressed"] == nil
        ? Array(bytes[(end + 2)...]) : try TestFiles.read(inflated.appending(name))
      return Vector(name: String(decoding: name, as: UTF8.self), fields: fields, file: file)
    }
  }
}

/// SHA-256 as hexadecimal digits.
func sha256(_ bytes: [UInt8]) -> String {
  let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
    count = 32
    crypto_hash_sha256(buffer.baseAddress.unsafelyUnwrapped, bytes, UInt64(bytes.count))
  }
  return hex(digest)
}

/// Hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension SealError {
  /// The word that the vectors use.
  var expectation: String {
    switch self {
    case .header: "header failure"
    case .code: "HMAC failure"
    case .payload: "payload failure"
    case .armor: "armor failure"
    case .noMatch: "no match"
    }
  }
}
