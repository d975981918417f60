internal import SparkFormat
internal import SparkSystem

/// One tree that is being verified, and where its findings go.
struct VerifyTree {
  let tree: EndpointTree
  let report: VerifyReport
  let repairs: Bool
  /// Nil when the endpoint's record cannot be read.
  let endpoint: EndpointRecord?

  /// A path below the store, for a finding.
  func shown(_ path: String) -> String { "\(StoreLayout.tree(tree.number))/\(path)" }

  /// A path below the store, for a finding about a name that may be anything.
  func shown(_ directory: String, _ name: [UInt8]) -> String {
    shown("\(directory)/\(FileName(name).encoded)")
  }

  /// Does `body` while nobody is in a step.
  ///
  /// A store that cannot be written to cannot be locked, and
  /// nobody else changes it either.
  func whileStill(_ body: () throws(SparkError) -> Void) throws(SparkError) {
    let lock: FileLock?
    do { lock = try tree.lock(.exclusive) } catch {
      guard !repairs, error.code == .readOnly || error.code == .notPermitted else { throw error }
      return try body()
    }
    guard let lock else { return }
    try body()
    lock.release()
  }
}

extension Directory {
  /// Calls `body` with the ids in here, some at a time, so that memory does not grow with the
  /// directory, and `other` with each name that is no id.
  func forEachChunk(
    other: ([UInt8]) -> Void, _ body: ([CaptureID]) throws(SparkError) -> Void
  ) throws(SparkError) {
    var chunk: [CaptureID] = []
    try unsafe forEachRawEntry { name, _ throws(SparkError) in
      guard let id = unsafe CaptureID(lent: name) else {
        other(unsafe Array(name))
        return true
      }
      chunk.append(id)
      if chunk.count == 2048 {
        try body(chunk)
        chunk.removeAll(keepingCapacity: true)
      }
      return true
    }
    if !chunk.isEmpty { try body(chunk) }
  }
}
