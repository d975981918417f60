extension KeySentence {
  /// The sentence in English.
  var english: String {
    switch self {
    case .asks(let name): "Passphrase of the keys for \(name): "
    case .asksNew(let name): "New passphrase of the keys for \(name): "
    case .asksAgain: "The same again: "
    case .asksFile(let path): "Passphrase of \(path): "
    case .asksNewFile(let path): "New passphrase of \(path): "
    case .noTerminal:
      "There is no terminal to ask for a passphrase. "
        + "Name a file that holds it with --passphrase-file."
    case .emptyPassphrase: "An empty passphrase protects nothing. Nothing was changed."
    case .passphrasesDiffer: "The two passphrases differ. Nothing was changed."
    case .passphraseLines(let path):
      "\(path) does not hold one line of text, as a passphrase is. Nothing was changed."
    case .wrongPassphrase(let path):
      "This is not the passphrase of \(path). Nothing was changed."
    case .noKeyYet(let name):
      "There is no key for \(name) yet. spark-key new makes one, spark-key add takes one."
    case .keyThere(let name, let generation):
      "There is a key for \(name) already: generation \(generation). "
        + "spark-key rotate starts the next one."
    case .locked(let name): "The keys for \(name) are locked. spark-key unlock opens them."
    case .noSecrets(let name):
      "This device holds no secret key for \(name). spark-key add takes one."
    case .generationMissing(let generation):
      "Waiting for key generation \(generation), which this device does not hold."
    case .noRuntime:
      "XDG_RUNTIME_DIR is not set, so there is no place for unlocked keys that is gone at logout."
    case .runtimeNotPrivate(let path):
      "\(path) is open to other users (XDG_RUNTIME_DIR), so no keys are unlocked there."
    case .noConfig:
      "There is no HOME, so the keys can't be found. Name their place in SPARK_CONFIG."
    case .noRoot:
      "The organisation's root key is not on this device, so it can't start a generation. "
        + "Rotate where the root key is, and add the statement here."
    case .keyFileDamaged(let path, let why):
      "\(path) is cut off or damaged: \(why). It was left as it is; spark-key add takes an export."
    case .keyringOfOther(let path, let generation):
      "\(path) does not belong to the statement of key generation \(generation). "
        + "Nothing was changed."
    case .tagLocked:
      "The secret for tags is lost, and its copy is locked. spark-key unlock brings it back."
    case .tagMissing(let name):
      "The secret for tags of \(name) is not here, and without it what was sent could land twice. "
        + "Add an export of the keys, or say --new-tag if there is none."
    case .statementUnreadable(let path, let why): "The statement \(path) can't be read: \(why)."
    case .statementOfOther(let generation):
      "The statement of key generation \(generation) is signed by someone else "
        + "than the organisation these captures are for. Nothing was changed."
    case .statementOlder(let generation, let newest):
      "Key generation \(newest) is known already, so the statement of generation "
        + "\(generation) says nothing new; it is ignored."
    case .fork(let generation):
      "There are two different statements of key generation \(generation), "
        + "and only one can be true. Nothing was changed; ask whoever holds the root key."
    case .gap(let generation, let missing):
      "The statement of key generation \(generation) follows that of generation \(missing), "
        + "which this device does not hold. Add that one first."
    case .behind(let newest, let seen):
      "The statements on this device end at key generation \(newest), "
        + "and generation \(seen) was seen before. Add the newer ones first (spark-key add)."
    case .nothingToAdd(let path):
      "\(path) holds no statement, no export and no identity."
    case .identityUnnamed(let path):
      "No statement names the key in \(path). Add its statement first."
    case .newest(let name, let generation):
      "Key generation \(generation) is the newest for \(name)."
    case .added(let statements, let identities):
      "Statements added: \(statements), secret keys added: \(identities)."
    case .nothingNew: "Everything in it is known already."
    case .exportHint:
      "Without a copy elsewhere, what is sealed can't be opened once this device is lost. "
        + "spark-key export makes one."
    case .unlocked(let name, let identities):
      "The keys for \(name) are unlocked until logout: \(identities)."
    case .nowLocked: "The keys are locked now."
    case .forgotten(let generation): "This device no longer holds key generation \(generation)."
    case .forgetsNewest(let generation):
      "Key generation \(generation) is the newest: without it this device can't open "
        + "what it seals from now on. Add --yes to forget it all the same."
    case .notHeld(let generation): "This device does not hold key generation \(generation)."
    case .exported(let path): "The keys are in \(path), under its passphrase."
    case .fileThere(let path): "\(path) is there already, and it is not overwritten."
    case .endpointGone(let name): "\(name) was left meanwhile. Nothing was changed."
    }
  }
}
