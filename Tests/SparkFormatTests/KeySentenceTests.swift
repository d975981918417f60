import SparkFormat
import Testing

private let sentences: [(KeySentence, String)] = [
  (.asks(name: "nas"), "Passphrase of the keys for nas: "),
  (.asksNew(name: "nas"), "New passphrase of the keys for nas: "),
  (.asksAgain, "The same again: "), (.asksFile(path: "/a"), "Passphrase of /a: "),
  (.asksNewFile(path: "/a"), "New passphrase of /a: "),
  (
    .noTerminal,
    "There is no terminal to ask for a passphrase. "
      + "Name a file that holds it with --passphrase-file."
  ), (.emptyPassphrase, "An empty passphrase protects nothing. Nothing was changed."),
  (.passphrasesDiffer, "The two passphrases differ. Nothing was changed."),
  (
    .passphraseLines(path: "/a"),
    "/a does not hold one line of text, as a passphrase is. Nothing was changed."
  ), (.wrongPassphrase(path: "/a"), "This is not the passphrase of /a. Nothing was changed."),
  (
    .noKeyYet(name: "nas"),
    "There is no key for nas yet. spark-key new makes one, spark-key add takes one."
  ),
  (
    .keyThere(name: "nas", generation: 2),
    "There is a key for nas already: generation 2. spark-key rotate starts the next one."
  ), (.locked(name: "nas"), "The keys for nas are locked. spark-key unlock opens them."),
  (
    .noSecrets(name: "nas"),
    "This device holds no secret key for nas. spark-key add takes one."
  ),
  (
    .generationMissing(3), "Waiting for key generation 3, which this device does not hold."
  ),
  (
    .noRuntime,
    "XDG_RUNTIME_DIR is not set, so there is no place for unlocked keys that is gone at logout."
  ),
  (
    .runtimeNotPrivate(path: "/a"),
    "/a is open to other users (XDG_RUNTIME_DIR), so no keys are unlocked there."
  ),
  (
    .noConfig,
    "There is no HOME, so the keys can't be found. Name their place in SPARK_CONFIG."
  ),
  (
    .noRoot,
    "The organisation's root key is not on this device, so it can't start a generation. "
      + "Rotate where the root key is, and add the statement here."
  ),
  (
    .keyFileDamaged(path: "/a", why: "no"),
    "/a is cut off or damaged: no. It was left as it is; spark-key add takes an export."
  ),
  (
    .keyringOfOther(path: "/a", generation: 2),
    "/a does not belong to the statement of key generation 2. Nothing was changed."
  ),
  (
    .tagLocked,
    "The secret for tags is lost, and its copy is locked. spark-key unlock brings it back."
  ), (.statementUnreadable(path: "/a", why: "no"), "The statement /a can't be read: no."),
  (
    .statementOfOther(generation: 2),
    "The statement of key generation 2 is signed by someone else "
      + "than the organisation these captures are for. Nothing was changed."
  ),
  (
    .statementOlder(generation: 2, newest: 3),
    "Key generation 3 is known already, so the statement of generation 2 says nothing new; "
      + "it is ignored."
  ),
  (
    .fork(generation: 2),
    "There are two different statements of key generation 2, and only one can be true. "
      + "Nothing was changed; ask whoever holds the root key."
  ),
  (
    .gap(generation: 5, missing: 4),
    "The statement of key generation 5 follows that of generation 4, "
      + "which this device does not hold. Add that one first."
  ),
  (
    .behind(newest: 2, seen: 3),
    "The statements on this device end at key generation 2, and generation 3 was seen before. "
      + "Add the newer ones first (spark-key add)."
  ), (.nothingToAdd(path: "/a"), "/a holds no statement, no export and no identity."),
  (
    .identityUnnamed(path: "/a"),
    "No statement names the key in /a. Add its statement first."
  ), (.newest(name: "nas", generation: 2), "Key generation 2 is the newest for nas."),
  (.added(statements: 2, identities: 1), "Statements added: 2, secret keys added: 1."),
  (.nothingNew, "Everything in it is known already."),
  (
    .exportHint,
    "Without a copy elsewhere, what is sealed can't be opened once this device is lost. "
      + "spark-key export makes one."
  ), (.unlocked(name: "nas", identities: 2), "The keys for nas are unlocked until logout: 2."),
  (.nowLocked, "The keys are locked now."),
  (.forgotten(2), "This device no longer holds key generation 2."),
  (
    .forgetsNewest(2),
    "Key generation 2 is the newest: without it this device can't open "
      + "what it seals from now on. Add --yes to forget it all the same."
  ), (.notHeld(2), "This device does not hold key generation 2."),
  (.exported(path: "/a"), "The keys are in /a, under its passphrase."),
  (.fileThere(path: "/a"), "/a is there already, and it is not overwritten."),
  (.endpointGone(name: "nas"), "nas was left meanwhile. Nothing was changed."),
]

@Test(arguments: sentences) func keySentencesAreWordForWord(
  sentence: KeySentence, english: String
) {
  #expect(Sentence.keys(sentence).text(.english) == english)
  #expect(english.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
  let korean = Sentence.keys(sentence).text(.korean)
  #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
  #expect(!korean.contains { "‘’“”".contains($0) })
  for value in ["nas", "/a", "2", "3", "SPARK_CONFIG", "XDG_RUNTIME_DIR", "--yes"]
  where english.contains(value) { #expect(korean.contains(value)) }
}

@Test func keysStandWhereTheLayoutSays() {
  let id = Samples.id
  #expect(ConfigLayout.keys(id) == "keys/\(id.text)")
  #expect(ConfigLayout.leftName(id) == ".left-\(id.text)")
  #expect(ConfigLayout.statement(12) == "statements/12")
  #expect(ConfigLayout.generation(fromName: ConfigLayout.statementName(12)) == 12)
  #expect(ConfigLayout.unlockedKeys == "\(ConfigLayout.runtime)/\(ConfigLayout.unlockedName)")
  #expect(ConfigLayout.unlocked(id) == id.text)
  for name in ["", "0", "01", "-1", "1 ", "1.new", ".1.new", "99999999999999999999"] {
    #expect(ConfigLayout.generation(fromName: name) == nil)
  }
  #expect(ConfigLayout.draft("7") == ".7.new")
}
