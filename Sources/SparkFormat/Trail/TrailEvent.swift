/// What a register's log can say that happened.
public enum TrailEvent: String, CaseIterable, Sendable {
  /// A capture's bytes and record are there.
  case recorded
  /// A device was let in.
  case paired
  /// A device was shut out.
  case revoked
  /// A person removed bytes that no record names.
  case orphanRemoved = "orphan-removed"
  /// A capture was discarded on its device after bytes of it had reached the register.
  case discardedAtSource = "discarded-at-source"
}
