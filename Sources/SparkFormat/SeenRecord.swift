/// A file that was taken with `--keep`, as it was then.
public struct SeenRecord: Equatable, Sendable {
  private static let what = "spark-seen"

  /// The path below the inbox.
  public var path: FilePath
  /// Its size in bytes.
  public var size: Int64
  /// Its modification time.
  public var modified: FileTime
  /// Its change time.
  public var changed: FileTime
  /// Its inode number.
  public var inode: UInt64
  /// Its bytes.
  public var object: Digest
  /// The last capture made of it.
  public var id: CaptureID

  /// Makes a record of its values.
  public init(
    path: FilePath, size: Int64, modified: FileTime, changed: FileTime, inode: UInt64,
    object: Digest, id: CaptureID
  ) {
    self.path = path
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.object = object
    self.id = id
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var path: FilePath?
    var size: Int64?
    var modified: FileTime?
    var changed: FileTime?
    var inode: UInt64?
    var object: Digest?
    var id: CaptureID?
    try RecordReader.read(bytes, SeenRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Path": try field.store(try field.filePath(), in: &path)
      case "Size": try field.store(try field.count(), in: &size)
      case "Modified": try field.store(try field.fileTime(), in: &modified)
      case "Changed": try field.store(try field.fileTime(), in: &changed)
      case "Inode": try field.store(try field.inode(), in: &inode)
      case "Object": try field.store(try field.digest(), in: &object)
      case "Id": try field.store(try field.id(), in: &id)
      default: break
      }
    }
    self.path = try RecordReader.require(path, SeenRecord.what, "Path")
    self.size = try RecordReader.require(size, SeenRecord.what, "Size")
    self.modified = try RecordReader.require(modified, SeenRecord.what, "Modified")
    self.changed = try RecordReader.require(changed, SeenRecord.what, "Changed")
    self.inode = try RecordReader.require(inode, SeenRecord.what, "Inode")
    self.object = try RecordReader.require(object, SeenRecord.what, "Object")
    self.id = try RecordReader.require(id, SeenRecord.what, "Id")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: SeenRecord.what + " 1")
    writer.append("Path", write: path.appendEncoded)
    writer.append("Size", String(size))
    writer.append("Modified", write: modified.append)
    writer.append("Changed", write: changed.append)
    writer.append("Inode", String(inode))
    writer.append("Object", write: object.append)
    writer.append("Id", write: id.append)
    return writer.finish()
  }
}
