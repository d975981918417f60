public import SparkFormat
public import SparkSystem

/// Where a capture's row stands just now.
public struct RowPlace: Sendable {
  /// The capture.
  public let id: CaptureID
  /// The row's state.
  public let state: State
  /// Who carries it; nil in a plain state.
  public let carrier: String?
  /// The directory that it stands in.
  let directory: Directory
  /// The row as it was seen; a rename changes the time of its last change.
  let status: FileStatus
}

extension Outbox {
  /// Where a capture's row stands; nil when there is none.
  ///
  /// Looked for in the order rows move.
  public func place(of id: CaptureID) throws(SparkError) -> RowPlace? {
    let name = RawPath(id.utf8)
    for state in State.allCases {
      let directory = directory(state)
      if let status = try directory.statusIfAny(name), status.kind == .regular {
        return RowPlace(id: id, state: state, carrier: nil, directory: directory, status: status)
      }
      guard state.isCarried else { continue }
      for carrier in try directory.textNames() {
        let path = RawPath(carrier)
        guard let status = try directory.statusIfAny(path.appending(id.utf8)) else { continue }
        do {
          return RowPlace(
            id: id, state: state, carrier: carrier, directory: try directory.directory(path),
            status: status)
        } catch {
          // The carrier ended between the two looks; the row stands in a later state.
          if error.code != .missing { throw error }
        }
      }
    }
    return nil
  }
}

extension EndpointTree {
  /// Whether the process that carries under this name lives.
  public func isAlive(carrier: String) throws(SparkError) -> Bool {
    let carriers = try root.directory(RawPath(TreeLayout.carriers))
    if let lock = try FileLock.attempt(carriers, RawPath(carrier), .shared) {
      lock.release()
      return false
    }
    return try carriers.exists(RawPath(carrier))
  }

  /// Whether the tree still stands under its number.
  public func isStanding() throws(SparkError) -> Bool {
    let standing = try home.root.statusIfAny(RawPath(StoreLayout.tree(number)))
    return try standing?.identity == root.status().identity
  }
}
