internal import SparkFormat
internal import SparkSystem

/// The records of a register as pieces of work: some names of one directory each.
struct RecordFolders {
  /// Names in one directory.
  struct Piece: Sendable {
    let folder: Directory
    /// The directory below the register.
    let path: String
    let names: [[UInt8]]
  }

  private(set) var pieces: [Piece] = []
  /// What stands where only directories should.
  private(set) var strays: [AuditFinding] = []
  private static let size = 512

  init(_ register: RegisterDirectory) throws(SparkError) {
    let base = register.isSealed ? RegisterLayout.records : RegisterLayout.moments
    try walk(register.records, base, depth: register.isSealed ? 1 : 2)
  }

  private mutating func walk(_ folder: Directory, _ path: String, depth: Int) throws(SparkError) {
    let names = try folder.names()
    if depth == 0 {
      for start in stride(from: 0, to: names.count, by: Self.size) {
        let part = Array(names[start..<min(start + Self.size, names.count)])
        pieces.append(Piece(folder: folder, path: path, names: part))
      }
      return
    }
    for name in names {
      let inner = "\(path)/\(FileName(name).encoded)"
      let below: Directory
      do { below = try folder.directory(RawPath(name)) } catch {
        guard error.code == .wrongKind else { throw error }
        strays.append(AuditFinding(.stray, inner))
        continue
      }
      try walk(below, inner, depth: depth - 1)
    }
  }
}
