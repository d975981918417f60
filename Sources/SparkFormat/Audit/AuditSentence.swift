/// What `spark-audit` says.
///
/// Names and paths are given in the form that is safe to show. The text in each language stands in a file
/// of its own.
public enum AuditSentence: Hashable, Sendable {
  // A register and its log.

  /// There is no register.
  case noRegister(path: String)
  /// A register has no log.
  case noLog(path: String)
  /// There is no public key, and none was given.
  case noKey(path: String)
  /// A checkpoint does not carry the key's signature.
  case badCheckpoint(path: String)
  /// Something over a network.
  case onlyDirectories(address: String)
  /// Something found.
  case flaw(AuditFlaw)
  /// Nothing is wrong.
  case allWell(entries: Int64, records: Int, objects: Int, size: ByteCount)
  /// Nothing is wrong with a log that came without its records.
  case logAloneWell(entries: Int64)
  /// So much is wrong with it.
  case logAloneNotWell(findings: Int, entries: Int64)
  /// So much is wrong.
  case notWell(findings: Int, entries: Int64, records: Int, objects: Int, size: ByteCount)
  /// Who signs.
  case signedBy(key: String)

  // Receipts.

  /// What a receipt proves.
  case proven(index: Int64, size: Int64, time: String, key: String)
  /// What it does not.
  case notProven(ReceiptFlaw)
  /// How many of the witnesses that were asked for have signed its checkpoint.
  case witnesses(signed: Int, asked: Int)
  /// Signatures by others than those that were asked for.
  case otherSignatures(Int)
  /// Nobody but the register has signed.
  case selfWitnessed
  /// The key was taken from the receipt.
  case keyOfReceipt

  // Objects that no record names.

  /// One of them.
  case orphan(path: String, size: ByteCount, age: Age)
  /// How many there are.
  case orphans(count: Int, size: ByteCount)
  /// A record cannot be read, so what it names is not known.
  case unknownOrphans(path: String)
  /// What is said before one is removed, and asked.
  case removeAsks(path: String, size: ByteCount, age: Age)
  /// What is said where nobody is asked.
  case mayBelong
  /// Nobody is there to be asked.
  case removeNeedsYes
  /// Somebody did not agree.
  case notRemoved
  /// It would be removed.
  case wouldRemove(path: String)
  /// It is gone.
  case removed(path: String)
  /// It is not there, or is no orphan.
  case noOrphan(path: String)
  /// A record names it.
  case named(path: String)
  /// Somebody is sending.
  case senderAtWork(path: String)

  // Witnesses.

  /// A file holds no key of a witness.
  case noWitnessKey(path: String)
  /// A name that a key cannot have.
  case badName
  /// What a witness remembers can't be read.
  case seenUnreadable(path: String)
  /// A log signs with another key than before.
  case witnessOtherKey(origin: String)
  /// A log is shorter than it was.
  case witnessRolledBack(origin: String, size: Int64, seen: Int64)
  /// A log is not what it was.
  case witnessForked(origin: String)
  /// It is signed.
  case witnessed(origin: String, size: Int64, path: String)
  /// It was seen for the first time.
  case witnessFirst(key: String)

  // An export.

  /// It has no receipt.
  case exportHeld(capture: String)
  /// Its receipt has no proof.
  case exportNoProof(capture: String)
  /// Its receipt proves nothing.
  case exportBadReceipt(capture: String, ReceiptFlaw)
  /// The folder is there.
  case folderThere(path: String)
  /// The record that the receipt is about is not here.
  case exportNoRecord(capture: String)
  /// It is written.
  case exported(path: String)
  /// The bytes are not in it.
  case exportedWithoutBytes(ExportBytes)
  /// The register could not be asked for what witnesses have signed.
  case exportedUnasked(name: String)

  /// The sentence in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}

/// What became of a capture's bytes in an export.
public enum ExportBytes: Hashable, Sendable {
  /// They are in it.
  case whole
  /// Only their sealed copy is, because the keys are locked or gone.
  case sealed
  /// They were pruned after they had been sent.
  case pruned
  /// They are gone.
  case lost
}
