/// Why a row is blocked.
public enum Reason: String, CaseIterable, Sendable {
  /// The object is gone from this device.
  case fileLost
  /// It was sealed under a generation that is no longer held.
  case staleKey
  /// The other side said no.
  case refused
  /// The other side does not recognise this device.
  case unpaired
  /// The other side revoked this device.
  case revoked
  /// The plan has lapsed.
  case lapsed
  /// The place it goes to no longer exists.
  case missing
  /// The other side holds the id with other contents.
  case conflict
  /// The other side takes nothing that large.
  case tooLarge
  /// It was tried too often.
  case exhausted
  /// The bytes no longer match their name.
  case damaged
}
