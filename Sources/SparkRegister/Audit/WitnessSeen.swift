internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// What a witness has seen: of each log its key and the largest checkpoint that was signed, in a file of
/// signed notes, one after the other, each behind the line of its log's key.
struct WitnessSeen {
  private static let first = "spark-witness-seen 1"
  /// The log's key and its signed checkpoint, by the log's name.
  private(set) var logs: [String: (key: NoteKey, signed: SignedCheckpoint)] = [:]

  init() {}

  /// Reads the file's bytes; nil when they are anything else.
  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    guard lines.popFirst().map({ String(decoding: $0, as: UTF8.self) }) == Self.first,
      lines.popLast()?.isEmpty == true
    else { return nil }
    while let line = lines.popFirst() {
      let words = line.split(separator: 0x20)
      guard words.count == 3, String(decoding: words[0], as: UTF8.self) == "log",
        let key = NoteKey(String(decoding: words[1], as: UTF8.self)), key.kind == .log,
        let count = Int(String(decoding: words[2], as: UTF8.self)), (1...1000).contains(count),
        lines.count >= count
      else { return nil }
      let note = lines.prefix(count).flatMap { $0 + [0x0A] }
      lines = lines.dropFirst(count)
      guard let signed = try? SignedCheckpoint(note, key: key),
        logs.updateValue((key, signed), forKey: key.name) == nil
      else { return nil }
    }
  }

  mutating func remember(_ signed: SignedCheckpoint, _ key: NoteKey) {
    logs[key.name] = (key, signed)
  }

  /// The file's bytes.
  var serialized: [UInt8] {
    var bytes = Array("\(Self.first)\n".utf8)
    for (_, log) in logs.sorted(by: { $0.key < $1.key }) {
      let count = log.signed.bytes.count { $0 == 0x0A }
      bytes += "log \(log.key.text) \(count)\n".utf8
      bytes += log.signed.bytes
    }
    return bytes
  }
}
