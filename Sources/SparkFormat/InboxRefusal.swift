/// Why an inbox is refused.
public enum InboxRefusal: Hashable, Sendable {
  /// It belongs to someone else.
  case notOurs
  /// Others can write it and it is not sticky.
  case notSticky
  /// Its private directory is not ours alone.
  case privateDirectoryNotOurs
}
