public import SparkFormat
internal import SparkStore
public import SparkSystem

/// Writes a share into an inbox: whole, under a hidden name, flushed, then renamed into view.
///
/// It touches no store and no network.
public final class ShareWriter {
  /// The share's id.
  public let id: CaptureID
  private let inbox: Directory
  private let draft: RawPath
  private let directory: Directory
  private let isGroup: Bool
  private var files: [FileName] = []
  private var text: [Int] = []
  private var links: [Int] = []
  private let time = Timestamp(Clock.now(), offset: Clock.offset)

  /// Begins a share in an inbox.
  public init(inbox path: RawPath) throws(SparkError) {
    id = CaptureID.fresh()
    inbox = try Directory(path: path)
    draft = RawPath(".\(InboxLayout.shareName(id))")
    // In a group inbox the owner takes the share away, so the group may write to it.
    isGroup = try inbox.status().mode & 0o2020 == 0o2020
    try inbox.makeDirectory(draft)
    directory = try inbox.directory(draft)
    if isGroup { try directory.setMode(0o2770) }
    // While this is held nobody takes the draft for one that a crash has left.
    _ = try directory.lockItself()
  }

  /// Adds the rest of an open file.
  public func add(_ name: FileName, _ source: borrowing Descriptor) throws(SparkError) {
    let target = try next(name)
    _ = try ByteStream().copy(source, to: target, size: source.status().size)
    try target.flush()
  }

  /// Adds shared text.
  public func add(text words: [UInt8], name: FileName) throws(SparkError) {
    text.append(files.count + 1)
    try add(name, words)
  }

  /// Adds a shared address.
  public func add(link: [UInt8], name: FileName) throws(SparkError) {
    links.append(files.count + 1)
    try add(name, link + Array("\r\n".utf8))
  }

  private func add(_ name: FileName, _ bytes: [UInt8]) throws(SparkError) {
    let target = try next(name)
    try target.write(bytes)
    try target.flush()
  }

  private func next(_ name: FileName) throws(SparkError) -> Descriptor {
    guard files.count < ShareRecord.fileLimit else {
      throw SparkError(
        .refused, "share", directory.path,
        Sentence.place(.shareTooLarge(limit: ShareRecord.fileLimit)).text)
    }
    files.append(name)
    return try newFile(RawPath(String(files.count)))
  }

  private func newFile(_ name: RawPath) throws(SparkError) -> Descriptor {
    let file = try directory.newFile(name, mode: 0o640)
    // Whatever the caller's umask says, the inbox's owner must be able to read it.
    if isGroup { try file.setMode(0o640) }
    return file
  }

  /// Shows the share: from here on it is durable, and the importer's.
  public func finish(title: String?) throws(SparkError) {
    let record = ShareRecord(
      id: id, time: time, zone: Clock.zoneName() ?? String(time.text.suffix(6)), title: title,
      files: files, text: text, links: links)
    let file = try newFile(RawPath(InboxLayout.shareRecord))
    try file.write(record.serialized)
    try file.flush()
    try directory.flush()
    guard try inbox.renameNew(draft, to: inbox, RawPath(InboxLayout.shareName(id))) else {
      throw SparkError("rename", inbox.full(draft), errno: SparkError.nameTaken)
    }
    try inbox.flush()
  }

  /// Takes back what was written.
  public func cancel() { _ = try? inbox.removeTree(draft) }
}

extension Timestamp {
  init(_ time: FileStatus.Time, offset: (Int64) -> Int32) {
    self.init(
      seconds: time.seconds, nanoseconds: time.nanoseconds, offset: offset(time.seconds))
  }
}
