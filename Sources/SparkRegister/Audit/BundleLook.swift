internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// One bundle of a log and the tile over it, read and held against each other.
struct BundleLook: Sendable {
  /// The hashes of the entries as they are, where the bundle is not full.
  private(set) var edge: [Hash32] = []
  /// The root over the entries of a full bundle, as they are.
  private(set) var root = Merkle.empty
  /// What the tile says in the place of these two; nil when it says the same, or nothing.
  private(set) var told: (edge: [Hash32], root: Hash32)?
  /// What the entries say that was recorded, with their places in the bundle.
  private(set) var facts: [(offset: Int, facts: EntryFacts)] = []
  /// Whether there is no such bundle.
  private(set) var isMissing = false
  /// What is wrong in any case.
  private(set) var findings: [AuditFinding] = []
  /// The entries that are not those of the tile; which of the two is right, the root tells.
  private(set) var changed: [Int] = []

  /// Reads bundle `number`, whose first `width` entries count; what they say is of use only where there are
  /// records.
  init(_ log: Directory, _ number: Int64, width: Int, readsEntries: Bool) {
    do throws(SparkError) {
      try look(log, number, width, readsEntries: readsEntries)
    } catch {
      findings.append(AuditFinding(.bundleTorn, path(TilePath.entries(number, width: width))))
    }
  }

  private func path(_ path: String) -> String { "\(RegisterLayout.log)/\(path)" }

  private mutating func look(_ log: Directory, _ number: Int64, _ width: Int, readsEntries: Bool)
    throws(SparkError)
  {
    let partial = TilePath.entries(number, width: width)
    let limit = 256 * (LogBundle.longest + 2)
    var name = partial
    var bytes = try log.contentsIfAny(RawPath(name), limit: limit)
    if bytes == nil, width < 256 {
      // The log has gone on meanwhile, and the full bundle has taken the partial one's place.
      name = TilePath.entries(number)
      bytes = try log.contentsIfAny(RawPath(name), limit: limit)
    }
    guard let bytes else {
      isMissing = true
      findings.append(AuditFinding(.tileMissing, path(partial)))
      return
    }
    let leaves = LeafHashes(bytes, count: width)
    let isWhole = name == partial ? leaves.end == bytes.count : true
    if leaves.hashes.count < width || !isWhole {
      findings.append(AuditFinding(.bundleTorn, path(name)))
    }
    (edge, root) = Self.split(leaves.hashes)
    for (offset, place) in leaves.places.enumerated() where readsEntries {
      switch EntryFacts.read(bytes, place) {
      case .recorded(let entry): facts.append((offset, entry))
      case .other: break
      case .unreadable:
        let place = number * TilePath.width + Int64(offset)
        findings.append(AuditFinding(.entryUnreadable, path(name), String(place)))
      }
    }
    try compare(leaves.hashes, log, number, width)
  }

  private static func split(_ hashes: [Hash32]) -> (edge: [Hash32], root: Hash32) {
    hashes.count == 256 ? ([], TreeRoot.of(hashes)) : (hashes, Merkle.empty)
  }

  private mutating func compare(
    _ hashes: [Hash32], _ log: Directory, _ number: Int64, _ width: Int
  ) throws(SparkError) {
    let tile = path(TilePath.hashes(level: 0, number, width: width))
    guard let known = try TileFile.read(log, 0, number, width: width) else {
      findings.append(AuditFinding(.tileMissing, tile))
      return
    }
    if known == hashes { return }
    guard known.count == width else {
      findings.append(AuditFinding(.hashesWrong, tile))
      return
    }
    told = Self.split(known)
    changed = (0..<width).filter { $0 >= hashes.count || known[$0] != hashes[$0] }
  }
}

/// The file of a tile of hashes.
enum TileFile {
  /// The first `width` hashes of a tile, or of the full one where that has taken its place.
  ///
  /// None where it has another length, and nil when it is not there.
  static func read(_ log: Directory, _ level: Int, _ number: Int64, width: Int) throws(SparkError)
    -> [Hash32]?
  {
    let path = RawPath(TilePath.hashes(level: level, number, width: width))
    if let bytes = try log.contentsIfAny(path, limit: 1 << 16) {
      // One that is cut in the middle of a hash must not look like a whole one.
      return bytes.count == width * 32 ? Hash32.list(bytes) : []
    }
    guard width < 256,
      let bytes = try log.contentsIfAny(
        RawPath(TilePath.hashes(level: level, number)), limit: 1 << 16)
    else { return nil }
    return bytes.count == 8192 ? Array(Hash32.list(bytes)[..<width]) : []
  }
}
