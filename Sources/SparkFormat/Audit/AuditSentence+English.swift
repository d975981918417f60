extension AuditSentence {
  /// The sentence in English.
  var english: String {
    switch self {
    case .noRegister(let path): "\(path) is no register."
    case .noLog(let path): "\(path) has no log."
    case .noKey(let path): "\(path) holds no key. Say with --key which one the log is signed with."
    case .badCheckpoint(let path): "\(path) is not what the log's key has signed."
    case .onlyDirectories(let address):
      "\(address) is not a directory; so far only registers that are directories can be audited."
    case .flaw(let flaw): flaw.english
    case .allWell(let entries, let records, let objects, let size):
      "All is well: entries \(entries), records \(records), "
        + "objects \(objects) (\(size.text(.english)))"
    case .logAloneWell(let entries):
      "All is well with the log: entries \(entries). Records and objects were not there to look at."
    case .logAloneNotWell(let findings, let entries):
      "Findings: \(findings) (entries \(entries)). Records and objects were not there to look at."
    case .notWell(let findings, let entries, let records, let objects, let size):
      "Findings: \(findings) (entries \(entries), records \(records), "
        + "objects \(objects), \(size.text(.english)))"
    case .signedBy(let key): "Signed by \(key)"
    case .proven(let index, let size, let time, let key):
      "Entry \(index) of a log that then had \(size), recorded \(time), signed by \(key)."
    case .notProven(let why): "This proves nothing: \(why.text(.english))."
    case .witnesses(let signed, let asked):
      "Of the witnesses asked for have signed it: \(signed) of \(asked)."
    case .otherSignatures(let count): "Signatures by keys that were not given: \(count)."
    case .selfWitnessed:
      "Self-witnessed: nobody but the register itself is known to have seen this log."
    case .keyOfReceipt: "The key is the one that the receipt names; --key says which it must be."
    case .orphan(let path, let size, let age):
      "\(path): \(size.text(.english)), \(age.text(.english))"
    case .orphans(let count, let size): "Orphans: \(count) (\(size.text(.english)))"
    case .unknownOrphans(let path):
      "\(path) can't be read, so nobody knows which object it names. Run spark-audit log."
    case .removeAsks(let path, let size, let age):
      "\(path) (\(size.text(.english)), \(age.text(.english))): It may belong to a device that is "
        + "about to come back and finish the job. Remove it?"
    case .mayBelong:
      "It may belong to a device that is about to come back and finish the job."
    case .removeNeedsYes:
      "It may belong to a device that is about to come back and finish the job. "
        + "There is no terminal to ask on; --yes removes it all the same."
    case .notRemoved: "Not removed."
    case .wouldRemove(let path): "Would remove \(path)."
    case .removed(let path): "Removed \(path)."
    case .noOrphan(let path): "\(path) is no orphan of this register."
    case .named(let path): "A record names \(path) by now. Nothing was removed."
    case .senderAtWork(let path):
      "Somebody is sending to \(path) just now. Nothing was removed; try again later."
    case .noWitnessKey(let path): "\(path) holds no key of a witness."
    case .badName: "A witness's name is not empty and has no blank and no + in it."
    case .seenUnreadable(let path):
      "\(path) can't be read, and without it this witness must not sign. Restore it from a backup."
    case .witnessOtherKey(let origin):
      "\(origin) signs with another key than this witness knows it by. Nothing was signed."
    case .witnessRolledBack(let origin, let size, let seen):
      "\(origin) was set back: this witness has seen \(seen) entries, and now there are \(size). "
        + "Nothing was signed."
    case .witnessForked(let origin):
      "\(origin) can't show that it begins with what this witness has seen. Nothing was signed."
    case .witnessed(let origin, let size, let path):
      "Signed \(origin) with \(size) entries: \(path)"
    case .witnessFirst(let key): "Seen for the first time: \(key)"
    case .exportHeld(let capture):
      "\(capture) is held: there is no receipt yet that could be shown to anybody."
    case .exportNoProof(let capture):
      "The receipt of \(capture) has no proof in it; the next spark-send asks for one that has."
    case .exportBadReceipt(let capture, let why):
      "The receipt of \(capture) proves nothing: \(why.text(.english))."
    case .folderThere(let path): "\(path) is there already."
    case .exportNoRecord(let capture):
      "The record that the receipt of \(capture) is about is neither here nor at the register."
    case .exported(let path): "Written: \(path)"
    case .exportedWithoutBytes(.whole): ""
    case .exportedWithoutBytes(.sealed):
      "The bytes are in it only as the sealed copy, because the keys are locked or gone."
    case .exportedWithoutBytes(.pruned):
      "The bytes are not in it: they were removed from this device after they had been sent."
    case .exportedWithoutBytes(.lost): "The bytes are not in it: they are gone from this device."
    case .exportedUnasked(let name):
      "\(name) does not answer, so what witnesses have signed is not in it."
    }
  }
}
