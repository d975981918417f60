internal import SparkFormat
internal import SparkSystem

/// Decides whether a file has stopped being written.
///
/// Proof is quiet (size and times do not move) and, for files of our own on file systems that honour
/// it, a read lease, which is refused while anyone has the file open for writing, mapped included.
final class Quiet {
  static let leasedSeconds: Int64 = 2
  static let unleasedSeconds: Int64 = 5

  enum Decision {
    /// Nothing moves: it may be taken. Says whether a lease stands.
    case ready(leased: Bool)
    /// Ask again after this many milliseconds.
    case wait(milliseconds: Int)
  }

  private struct Look {
    let status: FileStatus
    let when: Int64
  }
  private var looks: [FilePath: Look] = [:]

  /// Looks at an open file; a lease that is granted stays until the descriptor is closed.
  func decide(
    _ file: borrowing Descriptor, _ status: FileStatus, _ path: FilePath, provesLeases: Bool
  ) -> Decision {
    let leased = provesLeases && file.takeLease()
    if provesLeases, !leased, status.owner == Environment.user {
      // Someone has it open for writing, however quiet it is.
      return .wait(milliseconds: Int(Self.leasedSeconds) * 1000)
    }
    let seconds = leased ? Self.leasedSeconds : Self.unleasedSeconds
    let needed = seconds * 1_000_000_000
    if provesLeases, let age = Self.age(status) {
      return age >= needed ? .ready(leased: leased) : wait(needed - age)
    }
    // A file server's clock, or a clock that was set back, tells nothing; two looks do.
    let now = Clock.monotonic()
    if let look = looks[path], status.isUnchanged(since: look.status) {
      let passed = now - look.when
      return passed >= needed ? .ready(leased: leased) : wait(needed - passed)
    }
    looks[path] = Look(status: status, when: now)
    return wait(needed)
  }

  /// Forgets a file that was taken.
  func forget(_ path: FilePath) { looks[path] = nil }

  private func wait(_ nanoseconds: Int64) -> Decision {
    .wait(milliseconds: Int(nanoseconds / 1_000_000) + 10)
  }

  /// Nanoseconds since the file last changed, or nil when that lies in the future.
  private static func age(_ status: FileStatus) -> Int64? {
    let now = Clock.now()
    let seconds = now.seconds - status.changed.seconds
    let age = seconds * 1_000_000_000 + Int64(now.nanoseconds - status.changed.nanoseconds)
    return age >= 0 ? age : nil
  }
}
