/// What Spark says to people about key generations.
///
/// The text in each language stands in a file of its own. Names and paths are given in the form
/// that is safe to show.
public enum KeySentence: Hashable, Sendable {
  // Asking.

  /// Asks for the passphrase of an endpoint's keys.
  case asks(name: String)
  /// Asks for a new passphrase of an endpoint's keys.
  case asksNew(name: String)
  /// Asks for a new passphrase a second time.
  case asksAgain
  /// Asks for the passphrase of a file that comes from elsewhere.
  case asksFile(path: String)
  /// Asks for the passphrase that a file shall get.
  case asksNewFile(path: String)
  /// Nobody can be asked.
  case noTerminal
  /// Nothing was typed.
  case emptyPassphrase
  /// Two different ones were typed.
  case passphrasesDiffer
  /// More than one line where a passphrase should be.
  case passphraseLines(path: String)
  /// The passphrase does not open it.
  case wrongPassphrase(path: String)

  // What is there and what is not.

  /// No generation.
  case noKeyYet(name: String)
  /// A generation, where the first one was asked for.
  case keyThere(name: String, generation: Int)
  /// No identities at hand.
  case locked(name: String)
  /// Only public halves.
  case noSecrets(name: String)
  /// A generation whose identity is not here.
  case generationMissing(Int)
  /// No place for unlocked keys.
  case noRuntime
  /// A place for unlocked keys that others could look into.
  case runtimeNotPrivate(path: String)
  /// A configuration that cannot be found.
  case noConfig
  /// The root's secret is elsewhere.
  case noRoot
  /// An unlocked copy, a keyring or a tag that cannot be read.
  case keyFileDamaged(path: String, why: String)
  /// A keyring that does not go with the statements beside it.
  case keyringOfOther(path: String, generation: Int)
  /// The tag's secret is under the passphrase only.
  case tagLocked
  /// The tag's secret is nowhere, and the store has sealed with one.
  case tagMissing(name: String)

  // Statements.

  /// A statement that is no record.
  case statementUnreadable(path: String, why: String)
  /// A statement whose signature is wrong, or of another root.
  case statementOfOther(generation: Int)
  /// A statement that is known.
  case statementOlder(generation: Int, newest: Int)
  /// Two statements of one generation.
  case fork(generation: Int)
  /// A statement before the one that it follows.
  case gap(generation: Int, missing: Int)
  /// Fewer statements than the store has seen.
  case behind(newest: Int, seen: Int)
  /// A file that is nothing of the kind.
  case nothingToAdd(path: String)
  /// An identity that no statement names.
  case identityUnnamed(path: String)

  // What was done.

  /// A generation was made or learnt.
  case newest(name: String, generation: Int)
  /// So much was taken from a file.
  case added(statements: Int, identities: Int)
  /// A file held nothing that was not known.
  case nothingNew
  /// Said once there is a first secret.
  case exportHint
  /// The identities are at hand.
  case unlocked(name: String, identities: Int)
  /// They are not any more.
  case nowLocked
  /// An identity was dropped.
  case forgotten(Int)
  /// An identity is not dropped without being asked twice.
  case forgetsNewest(Int)
  /// There is no identity to drop.
  case notHeld(Int)
  /// A protected copy was written.
  case exported(path: String)
  /// A file is in the way.
  case fileThere(path: String)
  /// The tree was left meanwhile.
  case endpointGone(name: String)

  /// The sentence in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}
