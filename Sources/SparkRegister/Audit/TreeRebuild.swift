internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The tree of a log, built anew from its entries and held against its tiles.
struct TreeRebuild {
  private let log: Directory
  /// How many entries it has.
  private(set) var size: Int64 = 0
  /// Whether so much of it is missing that it was given up.
  private(set) var isCut = false
  // The root over each full bundle.
  private var roots: [Hash32] = []

  private let readsEntries: Bool

  /// `readsEntries` asks for what the entries say.
  init(_ log: Directory, readsEntries: Bool) {
    self.log = log
    self.readsEntries = readsEntries
  }

  /// Goes on to what a checkpoint says; returns what is wrong, and what the new entries say was recorded.
  mutating func extend(to signed: SignedCheckpoint) -> (
    findings: [AuditFinding], entries: [(index: Int64, facts: EntryFacts)]
  ) {
    let first = size / TilePath.width
    let looks = looks(from: first, size: signed.size)
    if isCut { return (looks.flatMap(\.findings), []) }
    roots.removeLast(roots.count - Int(first))
    let entries = self.entries(looks, first)
    var findings = looks.flatMap(\.findings)
    let before = roots
    let edge = add(looks.map { (edge: $0.edge, root: $0.root) }, signed.size)
    var levels = Levels(roots: roots, edge: edge)
    let isRight = levels.root == signed.root
    if !isRight, looks.contains(where: { $0.told != nil }) {
      // Where the tiles lead to the root, they are right, and it is the entries that were changed.
      roots = before
      let edge = add(looks.map { $0.told ?? (edge: $0.edge, root: $0.root) }, signed.size)
      let told = Levels(roots: roots, edge: edge)
      if told.root == signed.root { levels = told }
    }
    for (place, look) in looks.enumerated() where !look.changed.isEmpty {
      findings += changed(look, first + Int64(place), signed.size, isRight: isRight)
    }
    findings += compare(levels, from: first, size: signed.size)
    if levels.root != signed.root, findings.allSatisfy(\.flaw.isNote) {
      findings.append(
        AuditFinding(.rootWrong, "\(RegisterLayout.log)/\(RegisterLayout.checkpoint)"))
    }
    size = signed.size
    return (findings, entries)
  }

  /// Reads bundles piece by piece: a size that anybody can write down must not make anybody wait for it.
  private mutating func looks(from first: Int64, size: Int64) -> [BundleLook] {
    let end = size / TilePath.width + (size % TilePath.width == 0 ? 0 : 1)
    var looks: [BundleLook] = []
    while first + Int64(looks.count) < end {
      let start = first + Int64(looks.count)
      let more = Workers.map(Int(min(Self.piece, end - start)), context: {}) {
        [log, readsEntries] _, place in
        let number = start + Int64(place)
        let width = LogTiles.width(0, number, size: size)
        return BundleLook(log, number, width: width, readsEntries: readsEntries)
      }
      if start + Int64(more.count) < end, more.allSatisfy(\.isMissing) {
        isCut = true
        return looks + more.prefix(1)
      }
      looks += more
    }
    return looks
  }

  private static let piece: Int64 = 16_384

  private func entries(_ looks: [BundleLook], _ first: Int64) -> [(
    index: Int64, facts: EntryFacts
  )] {
    var all: [(index: Int64, facts: EntryFacts)] = []
    all.reserveCapacity(looks.count * 256)
    for (place, look) in looks.enumerated() {
      let start = (first + Int64(place)) * TilePath.width
      for (offset, facts) in look.facts where start + Int64(offset) >= size {
        all.append((start + Int64(offset), facts))
      }
    }
    return all
  }

  /// Appends the roots of full bundles; returns the hashes of the one that is not full.
  private mutating func add(_ bundles: [(edge: [Hash32], root: Hash32)], _ size: Int64) -> [Hash32]
  {
    let isFull = size % TilePath.width == 0
    for bundle in bundles.dropLast(isFull ? 0 : 1) { roots.append(bundle.root) }
    return isFull ? [] : bundles.last?.edge ?? []
  }

  private func changed(_ look: BundleLook, _ number: Int64, _ size: Int64, isRight: Bool)
    -> [AuditFinding]
  {
    let width = LogTiles.width(0, number, size: size)
    if isRight {
      let path = TilePath.hashes(level: 0, number, width: width)
      return [AuditFinding(.hashesWrong, "\(RegisterLayout.log)/\(path)")]
    }
    let path = "\(RegisterLayout.log)/\(TilePath.entries(number, width: width))"
    return look.changed.map {
      AuditFinding(.entryChanged, path, String(number * TilePath.width + Int64($0)))
    }
  }

  /// Holds the tiles above the lowest level against the hashes that follow from it.
  private func compare(_ levels: Levels, from first: Int64, size: Int64) -> [AuditFinding] {
    var findings: [AuditFinding] = []
    for (place, hashes) in levels.upper.enumerated() {
      let level = place + 1
      for number in stride(
        from: (first >> Int64(8 * place)) / TilePath.width,
        to: (Int64(hashes.count) + TilePath.width - 1) / TilePath.width, by: 1)
      {
        let width = LogTiles.width(level, number, size: size)
        let start = Int(number * TilePath.width)
        let path =
          "\(RegisterLayout.log)/\(TilePath.hashes(level: level, number, width: width))"
        do throws(SparkError) {
          guard let known = try TileFile.read(log, level, number, width: width) else {
            findings.append(AuditFinding(.tileMissing, path))
            continue
          }
          if known == Array(hashes[start..<start + width]) { continue }
        } catch {}
        findings.append(AuditFinding(.hashesWrong, path))
      }
    }
    return findings
  }

  /// All hashes above the lowest level.
  private struct Levels {
    /// Level 1 and those above it.
    private(set) var upper: [[Hash32]] = []
    let root: Hash32

    init(roots: [Hash32], edge: [Hash32]) {
      var edges = [edge]
      var row = roots
      while !row.isEmpty {
        upper.append(row)
        let full = row.count / 256
        edges.append(Array(row[(full * 256)...]))
        let hashes = row
        row = (0..<full).map { TreeRoot.of(Array(hashes[$0 * 256..<$0 * 256 + 256])) }
      }
      root = TreeRoot.of(edge: edges)
    }
  }
}
