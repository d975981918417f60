internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The files of a log's folder, held against those that a log of its size has.
struct TileFiles {
  private let log: Directory
  private let size: Int64
  private let pending: Int64
  private(set) var findings: [AuditFinding] = []
  /// Whether there are tiles beyond the end of the log.
  private(set) var isBeyond = false

  private static let ours: Set<String> = [
    RegisterLayout.checkpoint, RegisterLayout.commits, RegisterLayout.key, RegisterLayout.publicKey,
    RegisterLayout.tile, RegisterLayout.witnesses,
  ]

  /// Looks at a log of this size; `pending` is what its commits will make of it.
  init(_ log: Directory, size: Int64, pending: Int64) throws(SparkError) {
    (self.log, self.size, self.pending) = (log, size, pending)
    for name in try log.names() where !Self.ours.contains(String(decoding: name, as: UTF8.self)) {
      add(.stray, FileName(name).encoded)
    }
    let tile: Directory
    do { tile = try log.directory(RawPath(RegisterLayout.tile)) } catch {
      guard error.code == .missing else { throw error }
      return
    }
    for name in try tile.names() {
      let path = "\(RegisterLayout.tile)/\(FileName(name).encoded)"
      let text = String(decoding: name, as: UTF8.self)
      let level = text == "entries" ? 0 : UInt8(text).map(Int.init)
      guard let level, level < 8, text == "entries" || text == String(level),
        let folder = try directory(tile, name)
      else {
        add(.stray, path)
        continue
      }
      try walk(folder, path, Place(level: level, isEntries: text == "entries"))
    }
  }

  private struct Place {
    let level: Int
    let isEntries: Bool
    var number: Int64 = 0

    func path(width: Int = 256) -> String {
      isEntries
        ? TilePath.entries(number, width: width)
        : TilePath.hashes(level: level, number, width: width)
    }
  }

  private mutating func add(_ flaw: AuditFlaw, _ path: String) {
    findings.append(AuditFinding(flaw, "\(RegisterLayout.log)/\(path)"))
  }

  private func directory(_ parent: Directory, _ name: [UInt8]) throws(SparkError) -> Directory? {
    do { return try parent.directory(RawPath(name)) } catch {
      // One that was tidied away meanwhile is not there any more either.
      if error.code == .wrongKind || error.code == .missing { return nil }
      throw error
    }
  }

  private mutating func walk(_ folder: Directory, _ path: String, _ place: Place)
    throws(SparkError)
  {
    for name in try folder.names() {
      let inner = "\(path)/\(FileName(name).encoded)"
      var text = Substring(decoding: name, as: UTF8.self)
      let isGroup = text.first == "x"
      if isGroup { text.removeFirst() }
      let isPartial = !isGroup && text.hasSuffix(".p")
      if isPartial { text.removeLast(2) }
      guard text.utf8.count == 3, let digits = UInt16(text), place.number < 1 << 40 else {
        add(.stray, inner)
        continue
      }
      var next = place
      next.number = place.number * 1000 + Int64(digits)
      if isGroup || isPartial {
        guard let below = try directory(folder, name) else {
          if try folder.exists(RawPath(name)) { add(.stray, inner) }
          continue
        }
        if isGroup { try walk(below, inner, next) } else { try partials(below, inner, next) }
      } else {
        judge(inner, next, isFull: true)
      }
    }
  }

  private mutating func partials(_ folder: Directory, _ path: String, _ place: Place)
    throws(SparkError)
  {
    for name in try folder.names() {
      let inner = "\(path)/\(FileName(name).encoded)"
      let text = String(decoding: name, as: UTF8.self)
      guard let width = UInt8(text).map(Int.init), width > 0, text == String(width) else {
        add(.stray, inner)
        continue
      }
      judge(inner, place, isFull: false, width: width)
      try compare(inner, place, width)
    }
  }

  /// How many full tiles a log has, and the width of the partial one.
  private func shape(_ size: Int64, _ level: Int) -> (full: Int64, width: Int) {
    let hashes = size >> Int64(8 * level)
    return (hashes / TilePath.width, Int(hashes % TilePath.width))
  }

  private mutating func judge(_ path: String, _ place: Place, isFull: Bool, width: Int = 256) {
    func belongs(_ size: Int64) -> Bool {
      let shape = shape(size, place.level)
      if place.number < shape.full { return true }
      return !isFull && place.number == shape.full && width <= shape.width
    }
    if !belongs(size) {
      if belongs(pending) { return }
      isBeyond = true
      return add(.stray, path)
    }
    if !isFull, place.number < shape(size, place.level).full { add(.stale, path) }
  }

  /// A tile of an earlier size begins the one that there is now.
  private mutating func compare(_ path: String, _ place: Place, _ width: Int) throws(SparkError) {
    let shape = shape(size, place.level)
    let limit = 256 * (LogBundle.longest + 2)
    let now = place.number < shape.full ? 256 : shape.width
    guard place.number <= shape.full, width < now,
      let old = try log.contentsIfAny(RawPath(place.path(width: width)), limit: limit),
      let new = try log.contentsIfAny(RawPath(place.path(width: now)), limit: limit)
    else { return }
    let count = place.isEntries ? LeafHashes(new, count: width).end : width * 32
    if old.count != count || !new.starts(with: old) {
      add(place.isEntries ? .entryChanged : .hashesWrong, path)
    }
  }
}
