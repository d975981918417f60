internal import SparkFormat
internal import SparkSeal
internal import SparkStore

/// What sealing needs to know of the keys.
struct SealKeys: Sendable {
  /// The current generation.
  let pin: KeyPin
  /// Its public key.
  let recipient: Recipient
  /// The identities at hand, for copies that have to be opened; none while locked.
  let identities: [Identity]
  /// The generations of those identities.
  let opens: Set<Int>
  /// Whether there are identities that are locked.
  let isLocked: Bool
  /// Makes tags and places.
  let tags: SealTags
}
