/// Something that could not be taken at the last look, and why.
public struct NoteRecord: Equatable, Sendable {
  private static let what = "spark-note"

  /// The path below the inbox; empty for the inbox itself.
  public var path: FilePath
  /// Why, in words.
  public var sentence: String
  /// When it was looked at.
  public var time: Timestamp

  /// Makes a record of its values.
  public init(
    path: FilePath, sentence: String, time: Timestamp
  ) {
    self.path = path
    self.sentence = sentence
    self.time = time
  }

  /// Reads all records of a notes file.
  public static func parseMany(_ bytes: [UInt8]) throws(FormatError) -> [NoteRecord] {
    guard !bytes.isEmpty else { return [] }
    var scanner = try RecordScanner(bytes, what: what)
    var notes: [NoteRecord] = []
    while !scanner.isAtEnd { notes.append(try NoteRecord(&scanner)) }
    return notes
  }

  private init(_ scanner: inout RecordScanner) throws(FormatError) {
    var path: FilePath?
    var sentence: String?
    var time: Timestamp?
    try RecordReader.read(&scanner, NoteRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Path": try field.store(try field.pathBelow(), in: &path)
      case "Sentence": try field.store(try field.text(), in: &sentence)
      case "Time": try field.store(try field.time(), in: &time)
      default: break
      }
    }
    self.path = try RecordReader.require(path, NoteRecord.what, "Path")
    self.sentence = try RecordReader.require(sentence, NoteRecord.what, "Sentence")
    self.time = try RecordReader.require(time, NoteRecord.what, "Time")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: NoteRecord.what + " 1")
    writer.append("Path", write: path.appendEncoded)
    writer.append("Sentence", sentence)
    writer.append("Time", write: time.append)
    return writer.finish()
  }
}
