internal import SparkFormat
public import SparkSystem

/// The rows with which nothing is left to do; they stand for a week, so that what was sent can be seen.
public enum DoneRows {
  private static let week: Int64 = 7 * 86400

  /// Removes the rows that have stood in `done` for a week.
  public static func sweep(_ tree: EndpointTree) throws(SparkError) {
    let now = Clock.now().seconds
    let done = tree.outbox.directory(.done)
    for id in try tree.outbox.ids(.done) {
      // An id that was minted later than that spares a look.
      if id.version == 7, Int64(id.high >> 16) / 1000 > now - week { continue }
      let name = RawPath(id.utf8)
      // The last rename changed the time of the inode's last change.
      if let status = try done.statusIfAny(name), status.changed.seconds <= now - week {
        try done.remove(name)
      }
    }
  }
}
