internal import SparkFormat
internal import SparkSystem

/// A truth that is written and not yet in view.
///
/// It has no name where the file system has such files: two fewer changes of `tmp/` for each capture,
/// and nothing stays there when a crash comes. Elsewhere it stands in `tmp/` under the capture's id.
final class TruthDraft: Sendable {
  private let tmp: Directory
  private let name: RawPath
  private let unnamed: Descriptor?

  /// Writes a truth, not flushed.
  ///
  /// `staysOpen` allows a file without a name, which takes a descriptor until the draft ends.
  init(_ record: CaptureRecord, in tmp: Directory, staysOpen: Bool) throws(SparkError) {
    self.tmp = tmp
    name = RawPath(record.id.utf8)
    let file = staysOpen ? try tmp.unnamedFile(mode: 0o444) : nil
    try file?.write(record.serialized)
    if file == nil { try tmp.createAnew(name, record.serialized, mode: 0o444) }
    unnamed = file
  }

  /// Flushes it by itself.
  func flush() throws(SparkError) {
    if unnamed == nil { return try tmp.file(name).flushData() }
    try unnamed?.flushData()
  }

  /// Gives it one more name; false when the name is taken.
  @discardableResult
  func link(to directory: Directory, _ newName: RawPath) throws(SparkError) -> Bool {
    if let isNew = try unnamed?.linkNew(to: directory, newName) { return isNew }
    return try tmp.linkNew(name, to: directory, newName)
  }

  /// Puts it in view for good; false when the name is taken.
  func publish(to directory: Directory, _ newName: RawPath) throws(SparkError) -> Bool {
    if let isNew = try unnamed?.linkNew(to: directory, newName) { return isNew }
    return try tmp.renameNew(name, to: directory, newName)
  }

  /// Gives up on it.
  func discard() {
    // What stays in tmp/ is of no use to anyone, and verify removes it.
    if unnamed == nil { _ = try? tmp.remove(name) }
  }
}
