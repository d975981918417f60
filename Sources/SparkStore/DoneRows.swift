internal import SparkFormat
public import SparkSystem

/// The rows with which nothing is left to do; they stand for a week, so that what was sent can be seen.
public enum DoneRows {
  private static let week: Int64 = 7 * 86400

  /// Those that have stood in `done` for a week.
  static func expired(_ tree: EndpointTree) throws(SparkError) -> [CaptureID] {
    let now = Clock.now().seconds
    let done = tree.outbox.directory(.done)
    var found: [CaptureID] = []
    for id in try tree.outbox.ids(.done) {
      // An id that was minted later than that spares a look.
      if id.version == 7, Int64(id.high >> 16) / 1000 > now - week { continue }
      // The last rename changed the time of the inode's last change.
      if let status = try done.statusIfAny(RawPath(id.utf8)), status.changed.seconds <= now - week {
        found.append(id)
      }
    }
    return found
  }

  /// Removes them.
  public static func sweep(_ tree: EndpointTree) throws(SparkError) {
    let done = tree.outbox.directory(.done)
    for id in try expired(tree) { try done.remove(RawPath(id.utf8)) }
  }
}
