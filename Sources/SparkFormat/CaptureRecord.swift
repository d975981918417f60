/// A capture's truth: written once, never changed.
///
/// Where the plain bytes may not stay, it is replaced once, by one that says what can be known without
/// a key: `name`, `type` and the like are empty then, and `object` is the sealed copy.
public struct CaptureRecord: Equatable, Sendable {
  private static let what = "spark-capture"
  private static let sealedWhat = "spark-sealed-capture"

  /// Who it is, for good.
  public var id: CaptureID
  /// The file's modification time, or its share's own time.
  public var time: Timestamp
  /// The time zone's name where it is known, else the offset.
  public var zone: String
  /// The name the file had.
  public var name: FileName
  /// The folders it lay in below the inbox; nil at the top.
  public var folder: FilePath?
  /// The media type.
  public var type: String
  /// The plain bytes' number.
  public var size: Int64
  /// The sealed copy's size in bytes; nil in a plain truth.
  public var sealedSize: Int64?
  /// The object.
  public var object: Digest
  /// The name of the inbox that it came from.
  public var inbox: String
  /// The share that it came from.
  public var share: CaptureID?
  /// The share's own record, an object too.
  public var shareRecord: Digest?
  /// What a link handed over.
  public var crumb: String?

  /// Makes a record of its values.
  public init(
    id: CaptureID, time: Timestamp, zone: String, name: FileName, folder: FilePath? = nil,
    type: String, size: Int64, object: Digest, inbox: String, share: CaptureID? = nil,
    shareRecord: Digest? = nil, crumb: String? = nil
  ) {
    self.id = id
    self.time = time
    self.zone = zone
    self.name = name
    self.folder = folder
    self.type = type
    self.size = size
    self.object = object
    self.inbox = inbox
    self.share = share
    self.shareRecord = shareRecord
    self.crumb = crumb
  }

  /// Makes a truth that says only what can be known without a key.
  public init(
    sealed id: CaptureID, time: Timestamp, size: Int64, object: Digest, sealedSize: Int64
  ) {
    self.init(
      id: id, time: time, zone: "", name: FileName([]), type: "", size: size, object: object,
      inbox: "")
    self.sealedSize = sealedSize
  }

  /// Whether it says only what can be known without a key.
  public var isSealed: Bool { sealedSize != nil }

  /// The object's size in bytes.
  public var objectSize: Int64 { sealedSize ?? size }

  /// Whether these are a truth's bytes, by their first line.
  static func isTruth(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "Format: \(what) ".utf8) || bytes.starts(with: "Format: \(sealedWhat) ".utf8)
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    if bytes.starts(with: "Format: \(CaptureRecord.sealedWhat) ".utf8) {
      try self.init(parsingSealed: bytes)
    } else {
      try self.init(parsingPlain: bytes)
    }
  }

  private init(parsingPlain bytes: [UInt8]) throws(FormatError) {
    var id: CaptureID?
    var time: Timestamp?
    var zone: String?
    var name: FileName?
    var folder: FilePath?
    var type: String?
    var size: Int64?
    var object: Digest?
    var inbox: String?
    var share: CaptureID?
    var shareRecord: Digest?
    var crumb: String?
    try RecordReader.read(bytes, CaptureRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Time": try field.store(try field.time(), in: &time)
      case "Zone": try field.store(try field.text(), in: &zone)
      case "Name": try field.store(try field.fileName(), in: &name)
      case "Folder": try field.store(try field.filePath(), in: &folder)
      case "Type": try field.store(try field.text(), in: &type)
      case "Size": try field.store(try field.count(), in: &size)
      case "Object": try field.store(try field.digest(), in: &object)
      case "Inbox": try field.store(try field.text(), in: &inbox)
      case "Share": try field.store(try field.id(), in: &share)
      case "ShareRecord": try field.store(try field.digest(), in: &shareRecord)
      case "Crumb": try field.store(try field.text(), in: &crumb)
      default: break
      }
    }
    self.id = try RecordReader.require(id, CaptureRecord.what, "Id")
    self.time = try RecordReader.require(time, CaptureRecord.what, "Time")
    self.zone = try RecordReader.require(zone, CaptureRecord.what, "Zone")
    self.name = try RecordReader.require(name, CaptureRecord.what, "Name")
    self.folder = folder
    self.type = try RecordReader.require(type, CaptureRecord.what, "Type")
    self.size = try RecordReader.require(size, CaptureRecord.what, "Size")
    self.object = try RecordReader.require(object, CaptureRecord.what, "Object")
    self.inbox = try RecordReader.require(inbox, CaptureRecord.what, "Inbox")
    self.share = share
    self.shareRecord = shareRecord
    self.crumb = crumb
  }

  private init(parsingSealed bytes: [UInt8]) throws(FormatError) {
    let what = CaptureRecord.sealedWhat
    var id: CaptureID?
    var time: Timestamp?
    var size: Int64?
    var object: Digest?
    var sealedSize: Int64?
    try RecordReader.read(bytes, what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Time": try field.store(try field.time(), in: &time)
      case "Size": try field.store(try field.count(), in: &size)
      case "Object": try field.store(try field.digest(), in: &object)
      case "SealedSize": try field.store(try field.count(), in: &sealedSize)
      default: break
      }
    }
    self.init(
      sealed: try RecordReader.require(id, what, "Id"),
      time: try RecordReader.require(time, what, "Time"),
      size: try RecordReader.require(size, what, "Size"),
      object: try RecordReader.require(object, what, "Object"),
      sealedSize: try RecordReader.require(sealedSize, what, "SealedSize"))
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    if let sealedSize {
      var writer = RecordWriter(format: CaptureRecord.sealedWhat + " 1")
      writer.append("Id", write: id.append)
      writer.append("Time", write: time.append)
      writer.append("Size", String(size))
      writer.append("Object", write: object.append)
      writer.append("SealedSize", String(sealedSize))
      return writer.finish()
    }
    var writer = RecordWriter(format: CaptureRecord.what + " 1")
    writer.append("Id", write: id.append)
    writer.append("Time", write: time.append)
    writer.append("Zone", zone)
    writer.append("Name", write: name.appendEncoded)
    if let folder, !folder.bytes.isEmpty { writer.append("Folder", write: folder.appendEncoded) }
    writer.append("Type", type)
    writer.append("Size", String(size))
    writer.append("Object", write: object.append)
    writer.append("Inbox", inbox)
    if let share { writer.append("Share", write: share.append) }
    if let shareRecord { writer.append("ShareRecord", write: shareRecord.append) }
    if let crumb { writer.append("Crumb", crumb) }
    return writer.finish()
  }
}
