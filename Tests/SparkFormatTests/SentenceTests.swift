import SparkFormat
import Testing

private let held = ByteCount(749_900_000)
private let ceiling = ByteCount(750_000_000)

private let sentences: [(Sentence, String)] = [
  (.allSent(name: "nas"), "All sent. Everything captured on this device has reached nas."),
  (.recorded(name: "nas", count: 1), "Recorded 1 capture at nas."),
  (
    .selfWitness(name: "nas"),
    "nas is a directory: its receipts are self-witnessed, by a key on the same disk."
  ),
  (.nothingWaiting, "Nothing waiting."), (.waiting(3), "3 waiting"), (.needsYou(2), "Needs you: 2"),
  (.notYetTaken(2), "Not yet taken: 2"), (.notQueued(2), "Not yet queued: 2"),
  (.held(count: 2, size: held), "2 captures held (749.9 MB)"), (.sending(2), "Sending: 2"),
  (
    .stalledSince(name: "nas", since: Samples.time),
    "nas has not answered since 2026-11-30 19:04."
  ), (.nextTry(Samples.time), "Next try at 2026-11-30 19:04."),
  (.noConnection, "Waiting for a connection to send captures to."),
  (.nowhere, "These stay on this device until it has somewhere to send them."),
  (
    .ceilingCloud(held: held, ceiling: ceiling),
    "749.9 MB of 750 MB held. Get on a network and let it clear before capturing more."
  ),
  (
    .ceilingNear(held: held, ceiling: ceiling, name: "nas"),
    "749.9 MB of 750 MB held. Get within reach of nas and let it clear before capturing more."
  ),
  (
    .ceilingNowhere(held: held, ceiling: ceiling),
    "749.9 MB of 750 MB held. These stay on this device until it has somewhere to send them. "
      + "Discard what you no longer need, or move to a cloud endpoint."
  ),
  (
    .fileTooLarge(size: ByteCount(1_234_567_890), ceiling: ceiling),
    "This file alone (1.2 GB) is larger than the ceiling of 750 MB. "
      + "Raise it with spark-endpoint set --ceiling."
  ),
  (.exhausted, "Couldn't send this after several tries."),
  (.unpaired(name: "nas"), "nas no longer recognises this device. Pair again. (401)"),
  (.lapsed, "This plan has lapsed. (402)"), (.revoked, "This device was revoked. (403)"),
  (.missing, "The place this goes to no longer exists. (404)"),
  (
    .staleKey(generation: 3),
    "Sealed under key generation 3, which this device no longer holds."
  ), (.fileLost, "The file for this capture is gone from this device."),
  (.conflict(name: "nas"), "nas already holds this id with other contents."),
  (.damaged, "The bytes of this capture no longer match their name."),
  (
    .tooLargeForRegister(name: "nas", size: held), "nas does not take a file this large (749.9 MB)."
  ),
  (
    .discardAsks(capture: "a.jpg", name: "nas"),
    "Discard a.jpg? This can't be undone. Bytes already at nas are not removed from here."
  ), (.discarded, "Discarded."),
  (.connectionDropped(), "The connection dropped. Check Tailscale."),
  (.connectionDropped(network: "Wi-Fi"), "The connection dropped. Check Wi-Fi."),
  (.orphan, "It may belong to a device that is about to come back and finish the job."),
  (
    .registerAbsent(name: "nas", path: "/mnt/nas"),
    "nas is not there: /mnt/nas holds no register. Is the disk mounted?"
  ),
  (
    .registerOther(name: "nas", path: "/mnt/nas"),
    "Another register is at /mnt/nas than the one these captures are for."
  ), (.registerFull(name: "nas"), "No space left at nas."),
  (.registerReadOnly(name: "nas"), "nas can't be written to: it is read-only."),
  (.registerTrouble(name: "nas", why: "no"), "nas has trouble: no."),
  (.notRegular(.symbolicLink), "Not an ordinary file (a symbolic link); it stays here."),
  (.notRegular(.pipe), "Not an ordinary file (a pipe); it stays here."),
  (.unreadable, "This file can't be read by this user."), (.stillWritten, "Still being written."),
  (.unfinishedName, "Its name says that it is not finished yet."),
  (.hiddenName, "Hidden files are not taken."),
  (
    .otherFileSystem,
    "It lies on another file system than its inbox and can't be taken whole."
  ), (.cannotRemove(why: "no"), "It can't be taken out of its folder: no"),
  (.diskFull, "No space left on the store's disk."),
  (.diskFloor, "Hardly any space is left on the store's disk, so nothing more is taken."),
  (.shareUnreadable(why: "no"), "This share can't be read: no"),
  (.shareKnown, "A share with this id was taken before, with other contents."),
  (.inboxUnreadable(path: "/i", why: "no"), "The inbox /i can't be read: no"),
  (.inboxNotEmptied(path: "/i", why: "no"), "The inbox /i can't be emptied: no"),
  (
    .inboxRefused(path: "/i", why: .notSticky),
    "The inbox /i is refused: others can write to it and it is not sticky (chmod 3770)."
  ),
  (.inboxOtherEndpoint(path: "/i"), "The inbox /i serves another endpoint; its files stay there."),
  (
    .claimsOfAnotherStore(path: "/i"),
    "The inbox /i holds files that another store or endpoint has begun to take; "
      + "they are left to it."
  ),
  (
    .purgeable(path: "/tmp/x", why: .temporary),
    "/tmp/x is no place for a store: it is in a temporary directory, which the system empties."
  ),
  (
    .locksDoNotWork(path: "/x"),
    "/x is no place for a store: file locks do not work there."
  ),
  (
    .unknownStoreVersion("2"),
    "This store has version 2, which this program does not know. Use a newer Spark."
  ), (.noStoreYet(path: "/x"), "There is no store at /x yet. spark-import makes one."),
]

@Test(arguments: sentences) func sentencesAreWordForWord(sentence: Sentence, english: String) {
  #expect(sentence.text(.english) == english)
  #expect(english.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
  let korean = sentence.text(.korean)
  #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
  #expect(!korean.contains { "‘’“”".contains($0) })
  for value in ["nas", "/mnt/nas", "a.jpg", "(401)", "(402)", "(403)", "(404)"]
  where english.contains(value) && !english.hasPrefix("Another register") {
    #expect(korean.contains(value))
  }
}

@Test(arguments: [
  (0, "0 bytes"), (1, "1 byte"), (17, "17 bytes"), (999, "999 bytes"), (1_000, "1 kB"),
  (12_345, "12.3 kB"), (999_949, "999.9 kB"), (999_950, "1 MB"), (750_000_000, "750 MB"),
  (1_249_999_999, "1.2 GB"), (1_250_000_000, "1.3 GB"), (Int64.max, "9.2 EB"), (-1_500, "-1.5 kB"),
  (.min, "-9.2 EB"),
]) func sizes(bytes: Int64, text: String) {
  #expect(ByteCount(bytes).text == text)
  if bytes.magnitude < 1_000 { #expect(ByteCount(bytes).text(.korean) == "\(bytes)바이트") }
}

@Test(
  arguments: [
    ([:], .english), (["LANG": "ko_KR.UTF-8"], .korean), (["LANG": "ko"], .korean),
    (["LANG": "kok_IN"], .english), (["LANG": "C", "LANGUAGE": "ko"], .english),
    (["LANG": "ko_KR.UTF-8", "LC_ALL": "C"], .english), (["LANG": "ko", "LC_ALL": ""], .korean),
    (["LANG": "en_US", "LC_MESSAGES": "ko_KR"], .korean),
    (["LANG": "de_DE", "LANGUAGE": "de:ko:en"], .korean),
    (["LANG": "ko_KR", "LANGUAGE": "en"], .english), (["LANG": "fr_FR"], .english),
  ] as [([String: String], Language)]) func languages(
    variables: [String: String], language: Language
  )
{
  #expect(Language.from { variables[$0] } == language)
}

@Test func statesAndCeilings() {
  #expect(State.allCases.filter(\.isCarried) == [.uploading, .recording])
  #expect(Ceiling("none") == Ceiling.none && Ceiling("0") == .bytes(0) && Ceiling("-1") == nil)
  #expect(Ceiling("750000000")?.text == "750000000" && Ceiling("750 MB") == nil)
}
