internal import SparkFormat

/// What an audit wants to know of an entry that says `recorded`, read from its bytes without making
/// strings of them: there are millions of them.
struct EntryFacts: Sendable {
  var id: CaptureID?
  var place: Octets32?
  var record: Digest
  var object: Digest?
  var bytes: Int64?

  private static let recorded = Array("spark-entry 1 \(TrailEvent.recorded.rawValue) ".utf8)
  private static let record = Array("record=\(Digest.prefix)".utf8)
  private static let object = Array("object=\(Digest.prefix)".utf8)
  private static let id = Array("id=".utf8)
  private static let place = Array("place=".utf8)
  private static let bytes = Array("bytes=".utf8)

  /// What can be known of an entry.
  enum Kind {
    case recorded(EntryFacts)
    case other
    case unreadable
  }

  /// Reads the entry at a place in a bundle.
  static func read(_ bundle: [UInt8], _ place: Range<Int>) -> Kind {
    let line = bundle[place]
    guard begins(line, with: recorded, at: place.lowerBound) else {
      return (try? TrailEntry(parsing: line)) == nil ? .unreadable : .other
    }
    var found = Words()
    var start = place.lowerBound + recorded.count
    while start < place.upperBound {
      var end = start
      while end < place.upperBound, line[end] != 0x20 { end += 1 }
      guard found.read(line[start..<end]) else { return .unreadable }
      start = end + 1
    }
    guard let record = found.record else { return .unreadable }
    return .recorded(
      EntryFacts(
        id: found.id, place: found.place, record: record, object: found.object, bytes: found.bytes))
  }

  private struct Words {
    var id: CaptureID?
    var place: Octets32?
    var record: Digest?
    var object: Digest?
    var bytes: Int64?

    /// Reads a word; false when its value is not what its name promises.
    mutating func read(_ word: ArraySlice<UInt8>) -> Bool {
      func value(_ name: [UInt8]) -> ArraySlice<UInt8>? {
        begins(word, with: name, at: word.startIndex) ? word.dropFirst(name.count) : nil
      }
      if let digits = value(EntryFacts.record) {
        record = Digest(hexUTF8: digits)
        return record != nil
      }
      if let digits = value(EntryFacts.object) {
        object = Digest(hexUTF8: digits)
        return object != nil
      }
      if let digits = value(EntryFacts.id) {
        id = CaptureID(utf8: digits)
        return id != nil
      }
      if let digits = value(EntryFacts.place) {
        place = Octets32(hex: String(decoding: digits, as: UTF8.self))
        return place != nil
      }
      if let digits = value(EntryFacts.bytes) {
        bytes = number(digits)
        return bytes != nil
      }
      return true
    }
  }
}

private func begins(_ bytes: ArraySlice<UInt8>, with prefix: [UInt8], at start: Int) -> Bool {
  guard start + prefix.count <= bytes.endIndex else { return false }
  for offset in prefix.indices where bytes[start + offset] != prefix[offset] { return false }
  return true
}

private func number(_ digits: ArraySlice<UInt8>) -> Int64? {
  guard !digits.isEmpty, digits.count < 19 else { return nil }
  var value: Int64 = 0
  for digit in digits {
    guard (0x30...0x39).contains(digit) else { return nil }
    value = value * 10 + Int64(digit - 0x30)
  }
  return value
}
