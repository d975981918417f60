internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The commits that a log still keeps, held against it.
struct CommitAudit {
  private(set) var findings: [AuditFinding] = []
  /// How long the log will be once the last commit is finished.
  private(set) var pending: Int64

  /// Looks at a log of this size; only where its tiles are whole can what they say be judged.
  init(_ log: Directory, size: Int64, isWhole: Bool) throws(SparkError) {
    pending = size
    let folder: Directory
    do { folder = try log.directory(RawPath(RegisterLayout.commits)) } catch {
      guard error.code == .missing else { throw error }
      return
    }
    var sizes: [Int64] = []
    for name in try folder.names() {
      let text = String(decoding: name, as: UTF8.self)
      if let before = Int64(text), text == String(before) {
        sizes.append(before)
      } else {
        add(.stray, FileName(name).encoded)
      }
    }
    var edge: LogEdge?
    for before in sizes.sorted() {
      guard let bytes = try folder.contentsIfAny(RawPath(String(before)), limit: 1 << 30) else {
        continue
      }
      guard let commit = try? CommitText(parsing: bytes), commit.before == before,
        before <= size || before == pending
      else {
        add(.commitWrong, String(before))
        continue
      }
      guard isWhole else { continue }
      // Where others are at work, more may have been committed and tidied away meanwhile.
      if edge?.size != before { edge = try? LogEdge(LogTiles(log: log), size: before) }
      _ = edge?.append(commit.entries)
      var isRight = edge?.root == commit.root.hash
      if isRight, before < size {
        isRight = commit.after <= size
        if isRight { isRight = try isPart(commit, log, size) }
      }
      guard isRight else {
        edge = nil
        add(.commitWrong, String(before))
        continue
      }
      if before >= size {
        add(.commitPending, String(before))
        pending = commit.after
      }
    }
  }

  private mutating func add(_ flaw: AuditFlaw, _ name: String) {
    let path = "\(RegisterLayout.log)/\(RegisterLayout.commits)/\(name)"
    findings.append(AuditFinding(flaw, path))
  }

  /// Whether its entries are those of the log.
  private func isPart(_ commit: CommitText, _ log: Directory, _ size: Int64) throws(SparkError)
    -> Bool
  {
    let reader = LogReader(LogTiles(log: log), size: size)
    for (offset, entry) in commit.entries.enumerated() {
      do {
        if try reader.leaf(commit.before + Int64(offset)) != Merkle.leaf(entry) { return false }
      } catch {
        guard error.code == .damaged else { throw error }
        return false
      }
    }
    return true
  }
}
