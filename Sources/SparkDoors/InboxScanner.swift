internal import SparkFormat
internal import SparkSystem

/// Walks an inbox and says what lies there, without opening any file.
///
/// Folders stay, also empty ones: a scanner that writes into a folder of its own must find it there
/// tomorrow.
enum InboxScanner {
  /// Deeper folders than this are a trap, not a filing habit.
  private static let depthLimit = 64

  typealias Visit = (Sighting) throws(SparkError) -> Void

  /// Walks the inbox from its top.
  static func scan(_ top: Directory, _ visit: Visit) throws(SparkError) {
    let failure = VisitFailure()
    func guarded(_ sighting: Sighting) throws(SparkError) {
      do throws(SparkError) { try visit(sighting) } catch {
        failure.isVisitors = true
        throw error
      }
    }
    try walk(top, path: FilePath([]), depth: 0, failure, guarded)
  }

  /// What the visitor throws ends the scan; a folder that cannot be read only gets its sentence.
  private final class VisitFailure {
    var isVisitors = false
  }

  private static func walk(
    _ directory: Directory, path: FilePath, depth: Int, _ failure: VisitFailure, _ visit: Visit
  ) throws(SparkError) {
    try visit(.folder(directory))
    try directory.forEachEntry { entry throws(SparkError) in
      if depth == 0, entry.name.elementsEqual(InboxLayout.privateDirectory.utf8) { return true }
      try look(at: entry, in: directory, path: path, depth: depth, failure, visit)
      return true
    }
  }

  private static func look(
    at entry: DirectoryEntry, in parent: Directory, path: FilePath, depth: Int,
    _ failure: VisitFailure, _ visit: Visit
  ) throws(SparkError) {
    let name = FileName(entry.name)
    let below = path.bytes.isEmpty ? FilePath(entry.name) : path.appending(name)
    guard let kind = try kind(of: entry, in: parent) else { return }
    // An empty file may be a browser's placeholder; its size is known only once it is open.
    switch NameRule.classify(name, siblings: { _ in false }, size: 1) {
    case .litter: return
    case .doorTemporary:
      let draft = Candidate(parent: parent, name: entry.name, path: below)
      return try visit(.draft(draft))
    case .hidden: return try visit(.hidden(below))
    case .unfinished: return try visit(.waiting(below, .unfinishedName))
    case .take: break
    }
    let candidate = Candidate(parent: parent, name: entry.name, path: below)
    switch kind {
    case .regular: try visit(.file(candidate))
    case .directory where depth == 0 && Self.isShare(entry.name): try visit(.share(candidate))
    case .directory: try enter(candidate, depth: depth, failure, visit)
    case .symbolicLink: try visit(.refused(below, .notRegular(.symbolicLink)))
    case .pipe: try visit(.refused(below, .notRegular(.pipe)))
    case .socket: try visit(.refused(below, .notRegular(.socket)))
    case .device: try visit(.refused(below, .notRegular(.device)))
    }
  }

  private static func kind(of entry: DirectoryEntry, in parent: Directory) throws(SparkError)
    -> FileStatus.Kind?
  {
    if let kind = entry.kind { return kind }
    return try parent.statusIfAny(RawPath(entry.name))?.kind
  }

  static func isShare(_ name: [UInt8]) -> Bool {
    name.count > InboxLayout.shareSuffix.utf8.count
      && name.suffix(InboxLayout.shareSuffix.utf8.count).elementsEqual(InboxLayout.shareSuffix.utf8)
  }

  private static func enter(
    _ folder: Candidate, depth: Int, _ failure: VisitFailure, _ visit: Visit
  ) throws(SparkError) {
    guard depth < Self.depthLimit else {
      return try visit(.refused(folder.path, .cannotRemove(why: "more than 64 folders deep")))
    }
    do throws(SparkError) {
      let inner = try folder.parent.directory(RawPath(folder.name))
      try walk(inner, path: folder.path, depth: depth + 1, failure, visit)
    } catch {
      if failure.isVisitors { throw error }
      switch error.code {
      // Gone, or something else by now, which the next look meets.
      case .missing, .wrongKind: return
      case .notPermitted: try visit(.refused(folder.path, .unreadable))
      default: try visit(.refused(folder.path, .cannotRemove(why: error.reason)))
      }
    }
  }
}
