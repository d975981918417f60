internal import SparkSystem

/// The hidden folder in which a door writes a share.
enum ShareDraft {
  /// A door that does not lock its draft may still be at it; after a week without a new file it is not.
  private static let abandonedSeconds: Int64 = 7 * 86400

  /// Removes a draft that a crash has left: nobody holds it, and nothing was added for a week.
  ///
  /// It was never in view, and its id never told.
  static func sweep(_ draft: Candidate) {
    let name = RawPath(draft.name)
    guard let directory = try? draft.parent.directory(name), let status = try? directory.status(),
      status.owner == Environment.user,
      Clock.now().seconds - status.changed.seconds > abandonedSeconds,
      (try? directory.lockItself()) == true
    else { return }
    _ = try? draft.parent.removeTree(name)
  }
}
