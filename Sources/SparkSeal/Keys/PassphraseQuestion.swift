public import SparkSystem

/// Which passphrase a step needs.
public enum PassphraseQuestion: Sendable {
  /// That of a tree's keys.
  case keys
  /// One that a tree's keys shall have.
  case newKeys
  /// That of a file which comes from elsewhere.
  case file(RawPath)
  /// One that a file shall have.
  case newFile(RawPath)
}

/// Answers with a passphrase, or throws when there is none; asked only when it is needed.
public typealias PassphraseAsker = (PassphraseQuestion) throws(SparkError) -> [UInt8]
