/// Why a place is one that the system empties.
public enum PurgeablePlace: Hashable, Sendable {
  /// A file system in memory.
  case tmpfs
  /// A cache directory.
  case cache
  /// A temporary directory.
  case temporary
  /// Below a CACHEDIR.TAG.
  case tagged
}
