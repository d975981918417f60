internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Writes the files of a log: drafts first, durable; then the commit, the tiles and the checkpoint.
///
/// Nobody else's drafts have `prefix`. `isAlone` says that each file is flushed by itself, which is
/// faster for a few; else one flush of the file system is for all, and the caller's for the drafts.
struct LogFiles {
  let register: Directory
  let log: Directory
  let tmp: Directory
  let prefix: String
  let isAlone: Bool

  private func draft(_ name: String) -> RawPath { RawPath("\(prefix),l\(name)") }

  /// What was drafted.
  struct Drafts {
    var tiles: [LogEdge.Tile] = []
    var checkpoint: [UInt8] = []
  }

  /// Writes drafts, and makes them durable with `flush` or, where it does not flush the whole file
  /// system, with a flush of its own.
  func write(_ drafts: Drafts, _ commit: CommitText?, _ flush: RegisterLog.Flush)
    throws(SparkError)
  {
    do {
      if let commit { try put("commit", commit.serialized) }
      for (number, tile) in drafts.tiles.enumerated() { try put(String(number), tile.bytes) }
      try put("checkpoint", drafts.checkpoint, mode: 0o644)
      if try flush() || isAlone { return }
      try register.flushFileSystem()
    } catch {
      drop(drafts)
      throw error
    }
  }

  private func put(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o444) throws(SparkError) {
    try tmp.createAnew(draft(name), bytes, mode: mode)
    if isAlone { try tmp.file(draft(name)).flush() }
  }

  /// Commits; false when another writer has appended at this size.
  func commit(_ drafts: Drafts, _ commit: CommitText) throws(SparkError) -> Bool {
    let size = commit.before
    let commits = try log.directory(RawPath(RegisterLayout.commits))
    guard try tmp.renameNew(draft("commit"), to: commits, RawPath(String(size))) else {
      drop(drafts)
      return false
    }
    if try isStale(commit) {
      try commits.remove(RawPath(String(size)))
      drop(drafts)
      return false
    }
    if isAlone { try commits.flush() }
    return true
  }

  /// Whether others have gone on long ago, and the name was free only because theirs was tidied away.
  private func isStale(_ commit: CommitText) throws(SparkError) -> Bool {
    let number = commit.before / TilePath.width
    guard try log.exists(RawPath(TilePath.entries(number))) else { return false }
    // A full bundle with these very entries was made by someone who found this commit.
    let entries = try LogTiles(log: log).entries(number, width: 256)
    return entries[Int(commit.before % TilePath.width)] != commit.entries.first
  }

  /// Puts the tiles under their names, durably.
  func place(_ drafts: Drafts) throws(SparkError) {
    var changed: [String: Directory] = [:]
    for (number, tile) in drafts.tiles.enumerated() {
      let parts = tile.path.split(separator: "/")
      var (folder, path) = (log, "")
      for name in parts.dropLast() {
        if try folder.makeDirectory(RawPath(String(name)), mode: 0o777) { changed[path] = folder }
        folder = try folder.directory(RawPath(String(name)))
        path += "/\(name)"
      }
      try tmp.replace(draft(String(number)), to: folder, RawPath(String(parts[parts.count - 1])))
      changed[path] = folder
    }
    guard isAlone else { return try register.flushFileSystem() }
    for folder in changed.values { try folder.flush() }
  }

  /// Puts the checkpoint in its place, durably.
  func publish() throws(SparkError) {
    try tmp.replace(draft("checkpoint"), to: log, RawPath(RegisterLayout.checkpoint))
    try log.flush()
  }

  /// Puts the first checkpoint in its place, unless another process was first.
  func publishFirst() throws(SparkError) {
    let name = RawPath(RegisterLayout.checkpoint)
    if try !tmp.renameNew(draft("checkpoint"), to: log, name) { dropCheckpoint() }
    try log.flush()
  }

  /// Puts the first commit in its place, unless another process was first.
  func commitFirst(_ commit: CommitText) throws(SparkError) {
    let commits = try log.directory(RawPath(RegisterLayout.commits))
    try put("commit", commit.serialized)
    let name = RawPath(String(commit.before))
    if try !tmp.renameNew(draft("commit"), to: commits, name) { try tmp.remove(draft("commit")) }
    try commits.flush()
  }

  /// Gives up on the checkpoint: a newer one stands in its place.
  func dropCheckpoint() { _ = try? tmp.remove(draft("checkpoint")) }

  private func drop(_ drafts: Drafts) {
    let names = (0..<drafts.tiles.count).map { String($0) } + ["commit", "checkpoint"]
    for name in names { _ = try? tmp.remove(draft(name)) }
  }

  /// Removes what nobody needs any more: partial tiles beside a full one, and commits whose entries have
  /// long been in full bundles.
  ///
  /// Not every commit at once: a writer that knew an older size must still find who was first.
  func tidy(_ drafts: Drafts, size: Int64) throws(SparkError) {
    let full = drafts.tiles.filter(\.isFull)
    if full.isEmpty { return }
    for tile in full { try log.removeTree(RawPath(TilePath.partials(tile.path))) }
    let commits = try log.directory(RawPath(RegisterLayout.commits))
    var old: [Int64] = []
    for name in try commits.textNames() {
      if let number = Int64(name), number < size - Self.kept { old.append(number) }
    }
    for number in old.sorted().dropLast() { try commits.remove(RawPath(String(number))) }
  }

  // Sizes as far back as this keep their commits.
  private static let kept: Int64 = 1024
}
