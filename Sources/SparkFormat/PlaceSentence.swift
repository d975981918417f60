/// What Spark says about stores, inboxes and registers that cannot be what they are asked to be.
///
/// The text in each language stands in a file of its own. Names and paths are given in the form
/// that is safe to show.
public enum PlaceSentence: Hashable, Sendable {
  /// Nothing says where the store is.
  case noHome
  /// Other things are where a store should be made.
  case notAStore(path: String)
  /// `current` is no link to a tree.
  case currentBroken(path: String)
  /// A record that is torn or of an unknown version.
  case recordUnreadable(path: String, why: String)
  /// No endpoint has this name.
  case noSuchEndpoint(name: String)
  /// Something that cannot be an endpoint's name.
  case nameNotAllowed
  /// A name that another endpoint has.
  case nameTaken(String)
  /// A tree was re-homed or left between two steps.
  case endpointGone
  /// The default inbox cannot keep its originals.
  case ownInboxIsEmptied
  /// An inbox in a store, or a store in an inbox.
  case inboxOverlapsStore(path: String, store: String)
  /// More files than a share may have.
  case shareTooLarge(limit: Int)
  /// An address that needs a network.
  case directoriesOnly
  /// Nothing is where the register's own directory should be made.
  case registerParentAbsent(path: String)
  /// Other things are where a register should be made.
  case notARegister(path: String)
  /// A register of a later version.
  case registerVersion(path: String)
  /// A register that was there a moment ago.
  case registerVanished(path: String)
  /// Another tree is for this register.
  case registerTaken(name: String)
  /// Plain captures were to be sent to a register of sealed copies.
  case registerIsSealed(path: String)
  /// Sealed copies were to be sent to a register of plain captures.
  case registerIsPlain(path: String)
  /// Another register than the endpoint's.
  case registerIsOther(name: String, path: String)
  /// No register at the new address.
  case registerNotMoved(name: String, path: String)
  /// A register in a store, or a store in a register.
  case registerOverlapsStore(path: String)
  /// A register in an inbox, or an inbox in a register.
  case registerOverlapsInbox(path: String, inbox: String)

  /// The sentence in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}
