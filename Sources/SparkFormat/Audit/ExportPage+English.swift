extension ExportPage {
  static func english(_ facts: ExportFacts) -> [Block] {
    var blocks: [Block] = [
      .heading("Proof of record: \(facts.name ?? facts.id)"),
      .text(
        "This folder shows that one captured file was recorded in the log of a register, and when. It can "
          + "be checked without the register, without the device that captured it, and without the "
          + "software that made this folder."),
      .list([
        ("Capture", facts.id), ("Captured", facts.captured), ("Recorded", facts.recorded),
        ("Size", "\(facts.size) bytes"), ("Log", facts.origin),
        ("Entry", "\(facts.index) (the first one is 0), of \(facts.entries) at that time"),
      ]),
      .heading("What lies here"), .list(files(facts)),
    ]
    if let missing = missing(facts) { blocks.append(.text(missing)) }
    blocks += [
      .heading("Check it"),
      .text(
        "On any Linux, or wherever there is a POSIX shell with the GNU coreutils, the script does all of "
          + "the arithmetic. It is short; read it first."),
      .code(["sh check"]),
      .text("It does this, which can be done by hand just as well:"),
      .text(
        "1. The BLAKE2b-256 of the record is the one that the entry names as record="
          + (facts.object.map { ", and that of \($0) the one that it names as object=." } ?? ".")),
      .code(["b2sum -l 256 record" + (facts.object.map { " '\($0)'" } ?? ""), "cat entry"]),
      .text(
        "2. The SHA-256 of a zero byte and the entry is the leaf of a tree (RFC 6962). The proof holds the "
          + "hashes that lead from there to the root: at each step SHA-256 of a byte 1, the left and the "
          + "right hash. The root is the third line of the checkpoint, in base64."),
      .code(["(printf '\\000'; cat entry) | sha256sum"]),
      .text(
        "3. The checkpoint is signed with the key in public-key (Ed25519, as a C2SP signed note). The "
          + "script does not check this; any verifier of signed notes does, such as Go's "
          + "golang.org/x/mod/sumdb/note, and any verifier of tlog-proof files takes proof.tlog-proof as "
          + "it is. With Spark itself:"),
      .code(["spark-audit receipt --key '\(facts.key)' receipt"]),
      .text(
        "The key must be known from somewhere else than this folder: from the register, from the "
          + "organisation that runs it, or from a device that has used it. It is:"),
      .code([facts.key]), .heading("Who has seen this log"),
    ]
    if facts.witnesses.isEmpty {
      blocks.append(
        .text(
          "Nobody but the register itself: it is self-witnessed. Its key lies where its log lies, so whoever "
            + "holds both could have written another log. A witness is a second machine that signs the log "
            + "as it grows; what it has signed, nobody can rewrite unnoticed."))
    } else {
      blocks.append(
        .text(
          "These witnesses have signed the log when this entry was in it. Each has checked that the log goes "
            + "on from what it had seen before. Their keys must be known from themselves."))
      blocks.append(
        .list(
          facts.witnesses.map {
            ("\($0.name)", "\($0.size) entries; \(ExportName.witnesses)/\($0.file).checkpoint")
          }))
      blocks.append(
        .code(
          facts.witnesses.map {
            "spark-audit receipt --entry entry --key '\(facts.key)' --witness KEY "
              + "\(ExportName.witnesses)/\($0.file).tlog-proof"
          }))
    }
    return blocks
  }

  private static func files(_ facts: ExportFacts) -> [(String, String)] {
    var files: [(String, String)] = []
    if let file = facts.file { files.append((file, "the captured file, byte for byte")) }
    if facts.object == ExportName.sealed {
      files.append((ExportName.sealed, "its sealed copy, as the register holds it (age v1 format)"))
    }
    files += [
      (
        ExportName.record,
        facts.isSealed
          ? "the sealed record of it, as the register holds it (age v1 format)"
          : "the record of it, as the register holds it: name, time, size, digest"
      ),
      (ExportName.receipt, "the receipt that the device has kept"),
      (ExportName.entry, "the line in the register's log, without a line end"),
      (ExportName.proof, "the proof that the line stands in the log (C2SP tlog-proof)"),
      (ExportName.checkpoint, "what the register has signed: its log's name, size and root"),
      (ExportName.publicKey, "the key that has signed it"),
    ]
    if !facts.witnesses.isEmpty {
      files.append((ExportName.witnesses, "what witnesses have signed, and proofs that lead there"))
    }
    files.append((ExportName.check, "a script that checks all of it but the signature"))
    return files
  }

  private static func missing(_ facts: ExportFacts) -> String? {
    var parts: [String] = []
    switch facts.bytes {
    case .whole: break
    case .sealed:
      parts.append(
        "The captured file is here only as its sealed copy: the keys were locked or not at hand.")
    case .pruned:
      parts.append(
        "The captured file is not here: it was removed from the device after it had been sent.")
    case .lost: parts.append("The captured file is not here: it is gone from the device.")
    }
    if facts.isSealed {
      parts.append(
        "The register holds a sealed copy and a sealed record, and the entry is about these. Whoever has "
          + "the organisation's key opens them with age -d; the opened record names the captured file's "
          + "BLAKE2b-256.")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
