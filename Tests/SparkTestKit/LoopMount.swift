internal import Glibc
public import SparkSystem

/// A small file system of its own, mounted in a scratch directory and unmounted with this value.
public final class LoopMount {
  /// The kinds that can be made.
  public enum Kind: String, Sendable, CaseIterable {
    case ext4, xfs, btrfs, tmpfs

    /// The smallest size that its tools accept.
    var leastMegabytes: Int {
      switch self {
      case .xfs: 300
      case .btrfs: 128
      case .ext4: 8
      case .tmpfs: 1
      }
    }
  }

  /// The mount point.
  public let path: RawPath
  private let kind: Kind
  private let source: RawPath
  private let options: String
  private let scratch: Scratch
  private var isMounted = false

  /// Whether this user may mount on this machine; found out once.
  public static let isAvailable: Bool = {
    guard geteuid() == 0, let scratch = try? Scratch() else { return false }
    return (try? LoopMount(.ext4, in: scratch)) != nil
  }()

  /// Makes and mounts a file system; throws an `isUnavailable` error where that cannot be.
  ///
  /// It has `megabytes`, or the least that its kind needs where that is more; `options` are more
  /// options of `mount -o`.
  public init(
    _ kind: Kind, megabytes: Int = 0, in scratch: Scratch, name: String = "mount",
    options: String = ""
  ) throws {
    guard geteuid() == 0 else { throw TestKitError.unavailable("only root may mount") }
    self.kind = kind
    self.scratch = scratch
    path = scratch.file(name)
    let size = max(megabytes, kind.leastMegabytes)
    if kind == .tmpfs {
      source = "tmpfs"
      self.options = "size=\(size)m" + (options.isEmpty ? "" : ",\(options)")
    } else {
      source = scratch.file(name + ".image")
      self.options = "loop" + (options.isEmpty ? "" : ",\(options)")
      try TestFiles.writeSparse(source, size: Int64(size) << 20)
      let force: RawPath = kind == .ext4 ? "-F" : "-f"
      try command(RawPath("mkfs.\(kind.rawValue)"), [force, "-q", source])
    }
    try TestFiles.makeDirectory(path)
    try mount()
  }

  deinit { try? unmount() }

  /// Mounts it again after `unmount()`; what was on a tmpfs is gone.
  public func mount() throws {
    guard !isMounted else { return }
    try command("mount", ["-t", RawPath(kind.rawValue), "-o", RawPath(options), source, path])
    isMounted = true
  }

  /// Takes it away: an empty directory stays in its place.
  ///
  /// Waits a while for those who use it.
  public func unmount() throws {
    guard isMounted else { return }
    for _ in 0..<100 {
      if path.withC({ umount($0) }) == 0 {
        isMounted = false
        return
      }
      usleep(50_000)
    }
    try command("umount", ["-l", path])
    isMounted = false
    throw TestKitError("\(path.text) was still in use")
  }

  /// Changes its options: `ro`, `rw`.
  public func remount(_ options: String) throws {
    try command("mount", ["-o", RawPath("remount,\(options)"), path])
  }

  private func command(_ program: RawPath, _ arguments: [RawPath]) throws {
    let run = try scratch.run(program.text, arguments)
    guard run.status == 0 else { throw TestKitError.unavailable("\(program.text): \(run)") }
  }
}
