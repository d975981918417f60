/// One act of sharing: what its directory holds.
public struct ShareRecord: Equatable, Sendable {
  private static let what = "spark-share"

  /// How many files one share may have.
  public static let fileLimit = 10_000

  /// The share's id, and the id of its first file's capture.
  public var id: CaptureID
  /// When it was shared; the time of all its captures.
  public var time: Timestamp
  /// The time zone's name where it is known, else the offset.
  public var zone: String
  /// What the sharing program called it.
  public var title: String?
  /// The names of the files `1`, `2` and so on; data, never opened.
  public var files: [FileName]
  /// The places, from 1, of files that hold shared text.
  public var text: [Int]
  /// The places, from 1, of files that hold a shared address.
  public var links: [Int]

  /// Makes a record of its values.
  public init(
    id: CaptureID, time: Timestamp, zone: String, title: String? = nil, files: [FileName],
    text: [Int] = [], links: [Int] = []
  ) {
    self.id = id
    self.time = time
    self.zone = zone
    self.title = title
    self.files = files
    self.text = text
    self.links = links
  }

  /// Reads the record, which must name a file and at most 10,000.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var id: CaptureID?
    var time: Timestamp?
    var zone: String?
    var title: String?
    var files: [FileName] = []
    var text: [Int] = []
    var links: [Int] = []
    try RecordReader.read(bytes, ShareRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Time": try field.store(try field.time(), in: &time)
      case "Zone": try field.store(try field.text(), in: &zone)
      case "Title": try field.store(try field.text(), in: &title)
      case "File":
        guard files.count < ShareRecord.fileLimit else {
          throw field.bad("stands there more than \(ShareRecord.fileLimit) times")
        }
        files.append(try field.fileName())
      case "Text": text.append(try ShareRecord.place(field))
      case "Link": links.append(try ShareRecord.place(field))
      default: break
      }
    }
    guard !files.isEmpty else {
      throw FormatError(.missingField, ShareRecord.what, field: "File", "is missing")
    }
    for (field, places) in [("Text", text), ("Link", links)] {
      guard places.allSatisfy({ $0 <= files.count }) else {
        throw FormatError(.badValue, ShareRecord.what, field: field, "names no file")
      }
    }
    self.init(
      id: try RecordReader.require(id, ShareRecord.what, "Id"),
      time: try RecordReader.require(time, ShareRecord.what, "Time"),
      zone: try RecordReader.require(zone, ShareRecord.what, "Zone"),
      title: title, files: files, text: text, links: links)
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: ShareRecord.what + " 1")
    writer.append("Id", write: id.append)
    writer.append("Time", write: time.append)
    writer.append("Zone", zone)
    if let title { writer.append("Title", title) }
    for file in files { writer.append("File", write: file.appendEncoded) }
    for place in text { writer.append("Text", String(place)) }
    for place in links { writer.append("Link", String(place)) }
    return writer.finish()
  }

  private static func place(_ field: RecordField) throws(FormatError) -> Int {
    let place = try field.count()
    guard place >= 1, place <= fileLimit else { throw field.bad("is no place") }
    return Int(place)
  }
}
