internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// `.spark/claims/<tree>`: what was taken out of an inbox for one tree and is not yet in its store.
///
/// From the rename into it on a file's id is fixed: a crash later finds the claim and goes on with the
/// same id. The inbox's lock must be held.
final class Claims: Sendable {
  /// The directory of the claims.
  let directory: Directory
  private let inbox: Directory

  /// Opens the claims for a tree, making their directory where it is missing.
  init(_ own: Directory, inbox: Directory, tree: CaptureID) throws(SparkError) {
    let all = try own.directory("claims")
    if try all.makeDirectory(RawPath(tree.text)) {
      try all.flush()
      try own.flush()
    }
    directory = try all.directory(RawPath(tree.text))
    self.inbox = inbox
  }

  /// The trees for which something was ever claimed in an inbox.
  static func trees(_ own: Directory) throws(SparkError) -> [CaptureID] {
    try own.directory("claims").names().compactMap { CaptureID(utf8: $0) }
  }

  /// Where one claimed file stands.
  struct Place: Sendable {
    /// The folder it stands in.
    let directory: Directory
    /// Its name there.
    let name: RawPath
    /// The directory of its own below the claims, where its name was too long for one.
    let nest: RawPath?
  }

  /// Claims a file by one rename; nil when it is gone.
  func claim(_ candidate: Candidate, as id: CaptureID) throws(SparkError) -> Place? {
    let place = try self.place(candidate.path, id)
    let source = RawPath(candidate.name)
    do throws(SparkError) {
      if try candidate.parent.move(source, to: place.directory, place.name) { return place }
    } catch {
      if let nest = place.nest { _ = try? removeNest(nest) }
      throw error
    }
    if let nest = place.nest { try removeNest(nest) }
    return nil
  }

  private func place(_ path: FilePath, _ id: CaptureID) throws(SparkError) -> Place {
    switch InboxLayout.claimName(id, path: path) {
    case .flat(let name): return Place(directory: directory, name: RawPath(name), nest: nil)
    case .nested:
      let nest = RawPath(id.text)
      try directory.makeDirectory(nest)
      var folder = try directory.directory(nest)
      var components = path.components
      let last = components.removeLast()
      for component in components {
        try folder.makeDirectory(RawPath(component.bytes))
        folder = try folder.directory(RawPath(component.bytes))
      }
      return Place(directory: folder, name: RawPath(last.bytes), nest: nest)
    }
  }

  /// Removes a claim whose capture is durable.
  func remove(_ place: Place) throws(SparkError) {
    try place.directory.remove(place.name)
    if let nest = place.nest { try removeNest(nest) }
  }

  /// Removes the claims of files whose captures are durable; those of a share go with it.
  ///
  /// Returns the first error.
  func removeKept(_ files: [TakenFile], _ outcomes: [CaptureBatch.Outcome]) -> SparkError? {
    do throws(SparkError) {
      for (file, outcome) in zip(files, outcomes) where outcome.isKept && file.share == nil {
        try remove(file.place)
      }
      return nil
    } catch { return error }
  }

  /// Puts a claim back where it was taken from, with its old mode; false when that name is taken by
  /// now, and then the claim stays for the next pass.
  func putBack(_ place: Place, to path: FilePath) throws(SparkError) -> Bool {
    var folder = inbox
    var components = path.components
    guard let last = components.popLast() else { return false }
    for component in components {
      try folder.makeDirectory(RawPath(component.bytes), mode: 0o755)
      folder = try folder.directory(RawPath(component.bytes))
    }
    guard try place.directory.renameNew(place.name, to: folder, RawPath(last.bytes)) else {
      return false
    }
    if let nest = place.nest { try removeNest(nest) }
    return true
  }

  /// A claim that a crash has left.
  enum Leftover {
    case file(CaptureID, FilePath, Place)
    case share(CaptureID)
  }

  /// The names of the claims that stand, for ``leftovers(_:)``.
  ///
  /// Without the inbox's lock some of them may be another importer's, that lives.
  func names() throws(SparkError) -> [[UInt8]] {
    try directory.names().filter { InboxLayout.parseClaim($0) != nil }
  }

  /// Whether a claim is a share's, which may hold thousands of files.
  static func isShare(_ name: [UInt8]) -> Bool {
    if case .share = InboxLayout.parseClaim(name)?.kind { return true }
    return false
  }

  /// Those of these claims that still stand; whoever made them is dead, since the inbox's lock is held.
  func leftovers(_ names: some Sequence<[UInt8]>) throws(SparkError) -> [Leftover] {
    var found: [Leftover] = []
    for bytes in names {
      let name = RawPath(bytes)
      guard let (id, kind) = InboxLayout.parseClaim(bytes), try directory.exists(name) else {
        continue
      }
      switch kind {
      case .share: found.append(.share(id))
      case .flat(let path):
        found.append(.file(id, path, Place(directory: directory, name: name, nest: nil)))
      case .nested:
        if let (path, place) = try nested(name) {
          found.append(.file(id, path, place))
        } else {
          // The crash came before the rename, or after the file was let go.
          try removeNest(name)
        }
      }
    }
    return found
  }

  /// Removes the folders of a nested claim; a file that stands in them stays, and they with it.
  private func removeNest(_ nest: RawPath) throws(SparkError) {
    try Self.removeFolders(directory, nest)
  }

  private static func removeFolders(_ parent: Directory, _ name: RawPath) throws(SparkError) {
    guard try parent.statusIfAny(name)?.kind == .directory else { return }
    let inner = try parent.directory(name)
    for child in try inner.names() { try removeFolders(inner, RawPath(child)) }
    try parent.removeDirectory(name)
  }

  private func nested(_ nest: RawPath) throws(SparkError) -> (FilePath, Place)? {
    var folder = try directory.directory(nest)
    var path = FilePath([])
    while let name = try folder.names().first {
      path = path.bytes.isEmpty ? FilePath(name) : path.appending(FileName(name))
      if try folder.status(RawPath(name)).kind != .directory {
        return (path, Place(directory: folder, name: RawPath(name), nest: nest))
      }
      folder = try folder.directory(RawPath(name))
    }
    return nil
  }
}
