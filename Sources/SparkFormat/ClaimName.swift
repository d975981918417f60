/// How a claim stands in the claims directory.
public enum ClaimName: Hashable, Sendable {
  /// One name that carries the id and the path.
  case flat([UInt8])
  /// A directory named by the id, with the path below it, because one name would be too long.
  case nested
}
