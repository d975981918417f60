internal import CSparkShim

/// The kind of a file system and the room on it.
public struct FileSystem: Sendable {
  private let type: Int64
  /// The size in bytes.
  public let size: Int64
  /// The bytes that a plain user may still write.
  public let free: Int64

  init(_ raw: spark_filesystem) {
    type = raw.type & 0xffff_ffff
    size = Int64(clamping: raw.blocks.multipliedReportingOverflow(by: raw.block_size).partialValue)
    free = Int64(
      clamping: raw.free_blocks.multipliedReportingOverflow(by: raw.block_size).partialValue)
  }

  // The numbers are the kernel's, from linux/magic.h.
  private static let ext = 0xef53 as Int64
  private static let xfs = 0x5846_5342 as Int64
  private static let btrfs = 0x9123_683e as Int64
  private static let tmpfs = 0x0102_1994 as Int64
  private static let ramfs = 0x8584_58f6 as Int64
  private static let f2fs = 0xf2f5_2010 as Int64
  private static let fat = 0x4d44 as Int64
  private static let exfat = 0x2011_bab0 as Int64
  private static let nfs = 0x6969 as Int64

  /// Whether a read lease that was granted proves that nobody is writing: on others it was seen
  /// granted over a writer, or means one machine only.
  public var provesLeases: Bool {
    [Self.ext, Self.xfs, Self.btrfs, Self.tmpfs].contains(type)
  }

  /// Whether one `syncfs` makes all its files durable.
  ///
  /// FUSE is not told of a `syncfs`, and SMB servers flush for an `fsync` alone; there each file is
  /// flushed by itself.
  public var flushesAsOne: Bool {
    [Self.ext, Self.xfs, Self.btrfs, Self.tmpfs, Self.f2fs, Self.fat, Self.exfat, Self.nfs]
      .contains(type)
  }

  /// Whether its files are gone after a restart.
  public var isInMemory: Bool { type == Self.tmpfs || type == Self.ramfs }
}
