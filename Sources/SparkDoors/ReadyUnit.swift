internal import SparkFormat
internal import SparkSystem

/// A file or a share that may be taken, and that asks for room as a whole.
struct ReadyUnit {
  enum Kind {
    /// A quiet file, open, perhaps under a lease.
    case file(HeldDescriptor, FileStatus, leased: Bool)
    /// A share whose files were all there.
    case share(CaptureID)
  }

  let candidate: Candidate
  let kind: Kind
  /// Its bytes.
  let size: Int64
}
