extension Sentence {
  /// The sentence in English.
  var english: String {
    switch self {
    case .allSent(let name):
      "All sent. Everything captured on this device has reached \(name)."
    case .recorded(let name, let count):
      "Recorded \(Sentence.counted(count, "capture")) at \(name)."
    case .goesTo(let name, let address): "Captures go to \(name) at \(address)."
    case .queued(let count): "Kept until now and waiting to be sent: \(count)"
    case .waitingAgain(let count): "\(count) waiting again."
    case .hintsLost: "Too much happened at once; everything is looked through."
    case .watchLimit: "The system watches no more folders; they are looked through every minute."
    case .selfWitness(let name):
      "\(name) is a directory: its receipts are self-witnessed, by a key on the same disk."
    case .nothingWaiting: "Nothing waiting."
    case .waiting(let count): "\(count) waiting"
    case .needsYou(let count): "Needs you: \(count)"
    case .taken(let count, let size): "Kept \(Sentence.counted(count, "capture")) (\(size.text))."
    case .notYetTaken(let count): "Not yet taken: \(count)"
    case .notQueued(let count): "Not yet queued: \(count)"
    case .held(let count, let size): "\(Sentence.counted(count, "capture")) held (\(size.text))"
    case .sending(let count): "Sending: \(count)"
    case .notSealed(let count): "Waiting to be sealed: \(count). spark-seal seals what it can."
    case .lastLanding(let time): "Last landing at \(time.short())."
    case .andMore(let count): "\(count) more; spark-status says why."
    case .notBlocked(let id): "\(id) is not blocked."
    case .retryHint(let id): "spark-retry \(id) puts it back into the list"
    case .sealed(let name, let count):
      "Sealed \(Sentence.counted(count, "capture")) for \(name)."
    case .lockedGeneration(let generation):
      "Sealed under key generation \(generation), which is locked. Unlock it with spark-key unlock."
    case .treeIsBusy: "A backup or another tool holds the lock; this is done by the next run."
    case .stalledSince(let name, let since): "\(name) has not answered since \(since.short())."
    case .nextTry(let due): "Next try at \(due.short())."
    case .noConnection: "Waiting for a connection to send captures to."
    case .nowhere: "These stay on this device until it has somewhere to send them."
    case .ceilingCloud(let held, let ceiling):
      "\(held.text) of \(ceiling.text) held. "
        + "Get on a network and let it clear before capturing more."
    case .ceilingNear(let held, let ceiling, let name):
      "\(held.text) of \(ceiling.text) held. "
        + "Get within reach of \(name) and let it clear before capturing more."
    case .ceilingNowhere(let held, let ceiling):
      "\(held.text) of \(ceiling.text) held. "
        + "These stay on this device until it has somewhere to send them. "
        + "Discard what you no longer need, or move to a cloud endpoint."
    case .fileTooLarge(let size, let ceiling):
      "This file alone (\(size.text)) is larger than the ceiling of \(ceiling.text). "
        + "Raise it with spark-endpoint set --ceiling."
    case .exhausted: "Couldn't send this after several tries."
    case .unpaired(let name): "\(name) no longer recognises this device. Pair again. (401)"
    case .lapsed: "This plan has lapsed. (402)"
    case .revoked: "This device was revoked. (403)"
    case .missing: "The place this goes to no longer exists. (404)"
    case .staleKey(let generation):
      "Sealed under key generation \(generation), which this device no longer holds."
    case .fileLost: "The file for this capture is gone from this device."
    case .conflict(let name): "\(name) already holds this id with other contents."
    case .damaged: "The bytes of this capture no longer match their name."
    case .tooLargeForRegister(let name, let size):
      "\(name) does not take a file this large (\(size.text))."
    case .discardAsks(let capture, let name):
      "Discard \(capture)? This can't be undone. "
        + "Bytes already at \(name) are not removed from here."
    case .discarded: "Discarded."
    case .erasing(let sentence): sentence.english
    case .connectionDropped(let network): "The connection dropped. Check \(network)."
    case .orphan:
      "It may belong to a device that is about to come back and finish the job."
    case .registerAbsent(let name, let path):
      "\(name) is not there: \(path) holds no register. Is the disk mounted?"
    case .registerOther(_, let path):
      "Another register is at \(path) than the one these captures are for."
    case .registerFull(let name): "No space left at \(name)."
    case .registerReadOnly(let name): "\(name) can't be written to: it is read-only."
    case .registerUnequal(let name): "\(name) does not give back what was written."
    case .registerTrouble(let name, let why): "\(name) has trouble: \(why)."
    case .notRegular(let kind):
      "Not an ordinary file (\(Sentence.english(kind))); it stays here."
    case .unreadable: "This file can't be read by this user."
    case .stillWritten: "Still being written."
    case .unfinishedName: "Its name says that it is not finished yet."
    case .hiddenName: "Hidden files are not taken."
    case .otherFileSystem:
      "It lies on another file system than its inbox and can't be taken whole."
    case .notKept(let why): "It could not be kept: \(why)."
    case .cannotRemove(let why): "It can't be taken out of its folder: \(why)"
    case .diskFull: "No space left on the store's disk."
    case .diskFloor: "Hardly any space is left on the store's disk, so nothing more is taken."
    case .shareUnreadable(let why): "This share can't be read: \(why)"
    case .shareKnown: "A share with this id was taken before, with other contents."
    case .inboxUnreadable(let path, let why): "The inbox \(path) can't be read: \(why)"
    case .inboxNotEmptied(let path, let why): "The inbox \(path) can't be emptied: \(why)"
    case .inboxRefused(let path, let why):
      "The inbox \(path) is refused: \(Sentence.english(why))."
    case .inboxOtherEndpoint(let path):
      "The inbox \(path) serves another endpoint; its files stay there."
    case .claimsOfAnotherStore(let path):
      "The inbox \(path) holds files that another store or endpoint has begun to take; "
        + "they are left to it."
    case .purgeable(let path, let why):
      "\(path) is no place for a store: \(Sentence.english(why))."
    case .locksDoNotWork(let path):
      "\(path) is no place for a store: file locks do not work there."
    case .unknownStoreVersion(let version):
      "This store has version \(version), which this program does not know. Use a newer Spark."
    case .noStoreYet(let path):
      "There is no store at \(path) yet. spark-import makes one."
    case .notAnID(let text):
      "\(text) is not a capture's id, nor the first eight digits or more of one."
    case .notTheOnlyID(let text): "More than one capture's id begins with \(text)."
    case .noSuchCapture(let text): "There is no capture \(text)."
    case .flaw(let flaw): flaw.english
    case .place(let sentence): sentence.english
    case .keys(let sentence): sentence.english
    case .trail(let sentence): sentence.english
    case .mended(let flaw): "Mended: \(flaw.english)"
    case .allWell(let captures, let objects, let size):
      "All is well: \(Sentence.counted(captures, "capture")), "
        + "\(Sentence.counted(objects, "object")) (\(size.text))."
    case .notWell(let findings, let captures, let objects, let size):
      "\(Sentence.counted(findings, "finding")) in \(Sentence.counted(captures, "capture")), "
        + "\(Sentence.counted(objects, "object")) (\(size.text))."
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func english(_ kind: SpecialFile) -> String {
    switch kind {
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .symbolicLink: "a symbolic link"
    }
  }

  private static func english(_ refusal: InboxRefusal) -> String {
    switch refusal {
    case .notOurs: "it belongs to another user"
    case .notSticky: "others can write to it and it is not sticky (chmod 3770)"
    case .privateDirectoryNotOurs: "its directory .spark does not belong to this user alone"
    }
  }

  private static func english(_ place: PurgeablePlace) -> String {
    switch place {
    case .tmpfs: "it is in memory and is gone after a restart"
    case .cache: "it is in a cache directory, which the system may empty"
    case .temporary: "it is in a temporary directory, which the system empties"
    case .tagged: "it is below a CACHEDIR.TAG, which marks it as a cache"
    }
  }
}
