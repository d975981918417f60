internal import SparkFormat

/// What an audit wants to know of an entry that says `recorded`, read from its bytes without making
/// strings of them: there are millions of them.
struct EntryFacts: Sendable {
  var id: CaptureID?
  var place: Octets32?
  var record: Digest
  var object: Digest?
  var bytes: Int64?

  /// What can be known of an entry.
  enum Kind {
    case recorded(EntryFacts)
    case other
    case unreadable
  }

  /// Reads the entry at a place in a bundle.
  static func read(_ bundle: [UInt8], _ place: Range<Int>) -> Kind {
    guard begins(bundle, place, with: recordedName) else {
      return (try? TrailEntry(parsing: bundle[place])) == nil ? .unreadable : .other
    }
    var found = Words()
    var start = place.lowerBound + recordedName.count
    while start < place.upperBound {
      var end = start
      while end < place.upperBound, bundle[end] != 0x20 { end += 1 }
      guard found.read(bundle, start..<end) else { return .unreadable }
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
    mutating func read(_ line: [UInt8], _ word: Range<Int>) -> Bool {
      // The first letter of a name tells which one it may be.
      switch word.isEmpty ? 0 : line[word.lowerBound] {
      case UInt8(ascii: "r"):
        guard let digits = value(line, word, recordName) else { return true }
        record = Digest(hexUTF8: digits)
        return record != nil
      case UInt8(ascii: "o"):
        guard let digits = value(line, word, objectName) else { return true }
        object = Digest(hexUTF8: digits)
        return object != nil
      case UInt8(ascii: "i"):
        guard let digits = value(line, word, idName) else { return true }
        id = CaptureID(utf8: digits)
        return id != nil
      case UInt8(ascii: "p"):
        guard let digits = value(line, word, placeName) else { return true }
        place = Octets32(hex: String(decoding: digits, as: UTF8.self))
        return place != nil
      case UInt8(ascii: "b"):
        guard let digits = value(line, word, bytesName) else { return true }
        bytes = number(digits)
        return bytes != nil
      default: return true
      }
    }
  }
}

/// What stands behind a name; nil behind another one.
private func value(_ line: [UInt8], _ word: Range<Int>, _ name: [UInt8]) -> ArraySlice<UInt8>? {
  begins(line, word, with: name) ? line[word.lowerBound + name.count..<word.upperBound] : nil
}

private func begins(_ line: [UInt8], _ word: Range<Int>, with name: [UInt8]) -> Bool {
  guard word.count >= name.count else { return false }
  for offset in name.indices where line[word.lowerBound + offset] != name[offset] { return false }
  return true
}

private let recordedName = Array("spark-entry 1 \(TrailEvent.recorded.rawValue) ".utf8)
private let recordName = Array("record=\(Digest.prefix)".utf8)
private let objectName = Array("object=\(Digest.prefix)".utf8)
private let idName = Array("id=".utf8)
private let placeName = Array("place=".utf8)
private let bytesName = Array("bytes=".utf8)

private func number(_ digits: ArraySlice<UInt8>) -> Int64? {
  guard !digits.isEmpty, digits.count < 19 else { return nil }
  var value: Int64 = 0
  for digit in digits {
    guard (0x30...0x39).contains(digit) else { return nil }
    value = value * 10 + Int64(digit - 0x30)
  }
  return value
}
