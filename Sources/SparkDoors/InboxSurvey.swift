internal import SparkFormat
public import SparkStore
public import SparkSystem

/// Looks at every inbox of a store for the status: names only, nothing is opened.
public enum InboxSurvey {
  private static let noteLimit = ImportReport.noteLimit

  /// What lies in each inbox, the store's own first.
  public static func survey(_ home: StoreHome) throws(SparkError) -> [InboxCounts] {
    let (inboxes, unreadable) = try InboxList(home).all()
    let trees = Set(try home.trees().map { tree throws(SparkError) in try tree.record().tree.text })
    let retired = Set(try home.retiredTrees().map(\.id))
    var all: [InboxCounts] = []
    for inbox in inboxes {
      // What serves an endpoint that was signed out of is counted with it.
      if let tree = inbox.tree, retired.contains(tree) { continue }
      all.append(try look(inbox, home, trees, left: Set(retired.map(\.text))))
    }
    for policy in unreadable {
      all.append(
        InboxCounts(name: policy.name, path: RawPath(policy.name), unreadable: policy.sentence))
    }
    return all
  }

  private static func look(
    _ inbox: Inbox, _ home: StoreHome, _ trees: Set<String>, left: Set<String>
  ) throws(SparkError) -> InboxCounts {
    var counts = InboxCounts(name: inbox.name, path: inbox.path)
    do throws(SparkError) {
      let top = try Directory(path: inbox.path)
      let seen = inbox.keep ? try memory(inbox, home) : nil
      // Claims are counted on both sides of the scan: one that is put back meanwhile would otherwise
      // be met in neither place.
      let before = inbox.keep ? 0 : try countClaims(top, trees, left, &counts)
      try scan(top, seen, &counts)
      let after = inbox.keep ? 0 : try countClaims(top, trees, left, &counts)
      counts.claims = max(before, after)
      try addNotes(inbox, home, top, &counts)
    } catch {
      // Where the importer has said why, that says more.
      let said = try ImportNotes(home).read(inbox).first { $0.path.bytes.isEmpty }?.sentence
      counts.unreadable =
        said ?? Sentence.inboxUnreadable(path: inbox.path.shown, why: error.reason).text
    }
    return counts
  }

  private static func memory(_ inbox: Inbox, _ home: StoreHome) throws(SparkError) -> Directory? {
    do throws(SparkError) {
      return try home.root.directory(RawPath(StoreLayout.inboxSeen(inbox.name)))
    } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  private static func scan(_ top: Directory, _ seen: Directory?, _ counts: inout InboxCounts)
    throws(SparkError)
  {
    var found = counts
    try InboxScanner.scan(top) { sighting throws(SparkError) in
      switch sighting {
      case .file(let candidate):
        if let seen, try isRemembered(candidate, seen) { return }
        found.notYetTaken += 1
      case .share: found.shares += 1
      case .waiting(let path, let sentence):
        found.notYetTaken += 1
        note(path, sentence, &found)
      case .refused(let path, let sentence):
        found.notYetTaken += 1
        note(path, sentence, &found)
      case .hidden(let path): note(path, .hiddenName, &found)
      case .folder, .draft: break
      }
    }
    counts = found
  }

  private static func note(_ path: FilePath, _ sentence: Sentence, _ counts: inout InboxCounts) {
    if counts.notes.count >= noteLimit { return }
    counts.notes.append(NoteRecord(path: path, sentence: sentence.text, time: .now()))
  }

  private static func isRemembered(_ candidate: Candidate, _ seen: Directory) throws(SparkError)
    -> Bool
  {
    let name = RawPath(Digest(Blake2b256.hash(candidate.path.bytes)).hex)
    guard let bytes = try seen.contentsIfAny(name, limit: 1 << 20),
      let memory = try? SeenRecord(parsing: bytes),
      let status = try candidate.parent.statusIfAny(RawPath(candidate.name))
    else { return false }
    return memory.matches(status)
  }

  private static func countClaims(
    _ top: Directory, _ trees: Set<String>, _ left: Set<String>, _ counts: inout InboxCounts
  ) throws(SparkError) -> Int {
    let all: Directory
    do throws(SparkError) { all = try top.directory(RawPath(InboxLayout.claims)) } catch {
      if error.code == .missing { return 0 }
      throw error
    }
    var total = 0
    for tree in try all.textNames() where !left.contains(tree) {
      let claims = try all.directory(RawPath(tree))
      let count = try count(claims)
      total += count
      let path = FilePath(InboxLayout.claims)
      if count > 0, !trees.contains(tree), !counts.notes.contains(where: { $0.path == path }) {
        note(path, .claimsOfAnotherStore(path: claims.path.shown), &counts)
      }
    }
    return total
  }

  private static func count(_ claims: Directory) throws(SparkError) -> Int {
    var count = 0
    try claims.forEachEntry { entry throws(SparkError) in
      // A share's folder without its record holds nothing that is not kept.
      if InboxScanner.isShare(entry.name),
        try !claims.exists(RawPath(entry.name).appending(InboxLayout.shareRecord))
      {
        return true
      }
      count += 1
      return true
    }
    return count
  }

  /// How many claims stand in an inbox for one tree.
  static func countClaims(_ top: Directory, of tree: CaptureID) throws(SparkError) -> Int {
    do { return try count(top.directory(RawPath(InboxLayout.claims(tree: tree)))) } catch {
      if error.code == .missing { return 0 }
      throw error
    }
  }

  /// Adds the importer's notes on what is still there and has no sentence yet.
  private static func addNotes(
    _ inbox: Inbox, _ home: StoreHome, _ top: Directory, _ counts: inout InboxCounts
  ) throws(SparkError) {
    let known = Set(counts.notes.map(\.path))
    for note in try ImportNotes(home).read(inbox) where !known.contains(note.path) {
      if note.path.bytes.isEmpty {
        counts.unreadable = note.sentence
      } else if counts.claims > 0 {
        // What could not be put back is no longer under its name.
        counts.notes.append(note)
      } else if try top.exists(RawPath(note.path.bytes)) {
        counts.notes.append(note)
      }
    }
  }
}
