internal import SparkFormat
internal import SparkSystem

/// Something in an inbox that counts as not yet taken: what the status counts, in a form that can be moved.
struct Untaken {
  let parent: Directory
  let name: [UInt8]
  let path: FilePath
  /// The share's id where it is one.
  let share: CaptureID?

  /// All of them.
  static func list(_ top: Directory) throws(SparkError) -> [Untaken] {
    var found: [Untaken] = []
    try InboxScanner.scan(top) { sighting throws(SparkError) in
      switch sighting {
      case .file(let candidate): found.append(Untaken(candidate))
      case .share(let candidate): found.append(Untaken(candidate, share: id(candidate.name)))
      case .waiting(let path, _), .refused(let path, _):
        if let item = try find(path, top) { found.append(item) }
      case .draft(let candidate):
        // A door that lives would bring it into view later.
        let directory = try? candidate.parent.directory(RawPath(candidate.name))
        if let directory, (try? directory.lockItself()) == false {
          found.append(Untaken(candidate, share: id(Array(candidate.name.dropFirst()))))
        }
      case .hidden, .folder: break
      }
    }
    return found
  }

  private init(_ candidate: Candidate, share: CaptureID? = nil) {
    self.init(parent: candidate.parent, name: candidate.name, path: candidate.path, share: share)
  }

  private init(parent: Directory, name: [UInt8], path: FilePath, share: CaptureID?) {
    self.parent = parent
    self.name = name
    self.path = path
    self.share = share
  }

  private static func id(_ name: [UInt8]) -> CaptureID? {
    guard let (id, kind) = InboxLayout.parseClaim(name), case .share = kind else { return nil }
    return id
  }

  private static func find(_ path: FilePath, _ top: Directory) throws(SparkError) -> Untaken? {
    guard let name = path.lastComponent?.bytes else { return nil }
    do {
      let above = path.parent.map { RawPath($0.bytes) }
      let parent = try above.map { name throws(SparkError) in try top.directory(name) } ?? top
      return Untaken(parent: parent, name: name, path: path, share: nil)
    } catch {
      if error.code == .missing || error.code == .wrongKind { return nil }
      throw error
    }
  }
}
