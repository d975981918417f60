internal import SparkFormat
internal import SparkSystem

/// A file or a share that a scan has met, by its folder and name.
struct Candidate: Sendable {
  /// The folder, open.
  let parent: Directory
  /// The name in it.
  let name: [UInt8]
  /// The path below the inbox.
  let path: FilePath

  /// Whether the file, if it is empty, stands beside its own unfinished download: a browser keeps the name
  /// free with it.
  var isPlaceholder: Bool {
    let held = NameRule.classify(
      FileName(name), siblings: { (try? parent.exists(RawPath($0.bytes))) ?? false }, size: 0)
    return held == .unfinished
  }
}

/// What a scan met.
enum Sighting {
  /// An ordinary file whose name says that it is finished.
  case file(Candidate)
  /// A share in view.
  case share(Candidate)
  /// Something that is waited for.
  case waiting(FilePath, Sentence)
  /// Something that cannot be taken.
  case refused(FilePath, Sentence)
  /// Something that is left, and named in the status.
  case hidden(FilePath)
  /// The hidden draft of a share.
  case draft(Candidate)
  /// A folder, on the way into it.
  case folder(Directory)
}
