internal import SparkFormat
public import SparkSystem

/// Puts back the rows of carriers that no longer live.
public enum DeadCarriers {
  /// Looks at every carrier and puts back the rows of those whose lock can be taken; returns
  /// whether there was one.
  ///
  /// It may have died between removing a marker and telling the ledger.
  public static func recover(_ tree: EndpointTree) throws(SparkError) -> Bool {
    var found = false
    let carriers = try tree.root.directory(RawPath(TreeLayout.carriers))
    var names = Set(try carriers.textNames())
    for state in State.allCases where state.isCarried {
      for entry in try tree.outbox.directory(state).names() {
        let name = String(decoding: entry, as: UTF8.self)
        // A row that stands outside a carrier's directory is no carrier.
        if CaptureRow.looksLikeRow(tree.outbox.directory(state), entry) { continue }
        names.insert(name)
      }
    }
    for name in names.sorted() {
      if try carriers.exists(RawPath(name)) {
        guard let lock = try FileLock.attempt(carriers, RawPath(name), .exclusive) else { continue }
        try putBack(tree, name)
        try carriers.remove(RawPath(name))
        lock.release()
      } else {
        try putBack(tree, name)
      }
      found = true
    }
    return found
  }

  /// Moves what stands under a carrier back to where it came from and removes its directories.
  static func putBack(_ tree: EndpointTree, _ name: String) throws(SparkError) {
    let sealed = try tree.record().prepares == .sealing
    for state in State.allCases where state.isCarried {
      let parent = tree.outbox.directory(state)
      let directory: Directory
      do { directory = try parent.directory(RawPath(name)) } catch {
        if error.code == .missing { continue }
        throw error
      }
      let target = tree.outbox.directory(state.fallback(sealed: sealed))
      for row in try directory.names() { try Outbox.transfer(RawPath(row), directory, target) }
      try parent.removeDirectory(RawPath(name))
    }
  }
}

/// Tells a row from a carrier's directory.
enum CaptureRow {
  static func looksLikeRow(_ directory: Directory, _ name: [UInt8]) -> Bool {
    (try? directory.status(RawPath(name)).kind) == .regular
  }
}
