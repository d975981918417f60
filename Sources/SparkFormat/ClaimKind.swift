/// What a name in the claims directory says.
public enum ClaimKind: Hashable, Sendable {
  /// A file that had this path below the inbox.
  case flat(FilePath)
  /// A directory with the path below it.
  case nested
  /// A whole share.
  case share
}
