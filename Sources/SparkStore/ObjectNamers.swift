internal import SparkFormat
internal import SparkSystem

/// Finds out whether a truth still names an object; without a mark of sharing it reads none.
///
/// Needs the tree's exclusive lock, and that the capture in question is no longer in `captures/`.
struct ObjectNamers {
  private let tree: EndpointTree
  private let month: String

  /// Looks first in the month of a time: what shares its bytes mostly came with it.
  init(_ tree: EndpointTree, near time: Timestamp) {
    self.tree = tree
    let (year, month) = time.yearMonth
    self.month = "\(year)/\(month)"
  }

  /// Those of these objects that no truth names.
  func unnamed(_ digests: [Digest]) throws(SparkError) -> [Digest] {
    var rest = Set(digests)
    var asked: Set<Digest> = []
    for digest in rest where try tree.shared.exists(RawPath(digest.hex)) { asked.insert(digest) }
    guard !asked.isEmpty else { return digests }
    rest.subtract(try named(asked))
    return digests.filter { rest.contains($0) }
  }

  private static let chunk = 256

  /// Those of these objects that a truth names; reads no further once all were met.
  private func named(_ asked: Set<Digest>) throws(SparkError) -> Set<Digest> {
    var found: Set<Digest> = []
    let captures = Captures(tree)
    let months = try captures.months().reversed().filter { $0 != self.month }
    for name in [self.month] + months where found.count < asked.count {
      let month = try captures.month(name)
      var chunk: [CaptureID] = []
      try unsafe month.forEachRawEntry { name, _ throws(SparkError) in
        if let id = unsafe CaptureID(lent: name) { chunk.append(id) }
        guard chunk.count == Self.chunk else { return true }
        found.formUnion(Self.named(asked, by: chunk, captures, month))
        chunk.removeAll(keepingCapacity: true)
        return found.count < asked.count
      }
      found.formUnion(Self.named(asked, by: chunk, captures, month))
    }
    return found
  }

  private static func named(
    _ asked: Set<Digest>, by ids: [CaptureID], _ captures: Captures, _ month: Directory
  ) -> Set<Digest> {
    let hits = Workers.map(ids.count, context: {}) { _, place -> [Digest] in
      guard let record = try? captures.record(ids[place], in: month) else { return [] }
      return [record.object, record.shareRecord].compactMap { $0 }.filter(asked.contains)
    }
    return Set(hits.joined())
  }

  /// Whether another capture of the same share stands; their ids are derived from the share's.
  func isShareNeeded(_ record: CaptureRecord) throws(SparkError) -> Bool {
    guard let share = record.share, let digest = record.shareRecord else { return false }
    let month = RawPath(TreeLayout.monthDirectory(record.time))
    let directory = try tree.root.directory(month)
    for place in 1...(try files(of: digest)) {
      let id = CaptureID.ofShare(share, place: place)
      if id != record.id, try directory.exists(RawPath(id.utf8)) { return true }
    }
    return false
  }

  /// How many files a share has; where its record cannot be read, as many as it can have.
  private func files(of digest: Digest) throws(SparkError) -> Int {
    do {
      let bytes = try tree.objects.contents(
        RawPath(TreeLayout.objectInShard(digest)), limit: 16 << 20)
      return (try? ShareRecord(parsing: bytes))?.files.count ?? ShareRecord.fileLimit
    } catch {
      if error.code == .missing || error.code == .malformed { return ShareRecord.fileLimit }
      throw error
    }
  }
}
