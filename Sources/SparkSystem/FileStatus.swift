internal import CSparkShim
internal import Glibc

/// What the system says of a file, as far as Spark looks at it.
public struct FileStatus: Sendable, Equatable {
  /// The kind of a file.
  public enum Kind: Sendable {
    case regular, directory, symbolicLink, pipe, socket, device
  }

  /// A point in time as the file system keeps it.
  public struct Time: Sendable, Hashable {
    /// Seconds since 1970, UTC.
    public let seconds: Int64
    /// Nanoseconds of that second.
    public let nanoseconds: Int32

    /// Makes a point in time.
    public init(seconds: Int64, nanoseconds: Int32) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  /// The device and inode: which file this is, whatever its name.
  public struct Identity: Sendable, Hashable {
    /// The device that its file system lies on.
    public let device: UInt64
    /// Its number on that file system.
    public let inode: UInt64
  }

  /// Which file it is.
  public let identity: Identity
  /// Its kind.
  public let kind: Kind
  /// The permission bits, with sticky and set-id bits.
  public let mode: UInt32
  /// How many names it has.
  public let links: UInt32
  /// The user it belongs to.
  public let owner: UInt32
  /// The length in bytes.
  public let size: Int64
  /// When its bytes were last changed, or what somebody set.
  public let modified: Time
  /// When anything of it was last changed; nobody can set it.
  public let changed: Time

  init(_ raw: spark_status) {
    identity = Identity(device: raw.device, inode: raw.inode)
    kind =
      switch raw.mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    mode = raw.mode & 0o7777
    links = raw.links
    owner = raw.owner
    size = raw.size
    modified = Time(seconds: raw.modified_seconds, nanoseconds: raw.modified_nanoseconds)
    changed = Time(seconds: raw.changed_seconds, nanoseconds: raw.changed_nanoseconds)
  }

  /// Whether size and both times are the same: nothing was written between the two looks.
  public func isUnchanged(since earlier: FileStatus) -> Bool {
    identity == earlier.identity && size == earlier.size && modified == earlier.modified
      && changed == earlier.changed
  }
}
