/// Another inbox and its policy; a person may have written it.
public struct InboxRecord: Equatable, Sendable {
  private static let what = "spark-inbox"

  /// Where it is, absolute.
  public var path: FilePath
  /// Whether originals stay.
  public var keep: Bool
  /// Whose captures these are, once it was used.
  public var tree: CaptureID?

  /// Makes a record of its values.
  public init(
    path: FilePath, keep: Bool = false, tree: CaptureID? = nil
  ) {
    self.path = path
    self.keep = keep
    self.tree = tree
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var path: FilePath?
    var keep: Bool?
    var tree: CaptureID?
    try RecordReader.read(Record.tidied(bytes), InboxRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Path": try field.store(try field.absolutePath(), in: &path)
      case "Keep": try field.store(try field.yes(), in: &keep)
      case "Tree": try field.store(try field.id(), in: &tree)
      default: break
      }
    }
    self.path = try RecordReader.require(path, InboxRecord.what, "Path")
    self.keep = keep ?? false
    self.tree = tree
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: InboxRecord.what + " 1")
    writer.append("Path", write: path.appendEncoded)
    writer.append("Keep", keep ? "yes" : "no")
    if let tree { writer.append("Tree", write: tree.append) }
    return writer.finish()
  }
}
