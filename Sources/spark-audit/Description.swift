import SparkCommand

extension CommandDescription {
  /// What spark-audit is.
  static let audit = CommandDescription(
    name: "spark-audit", summary: "check a register's log, and what it proves",
    synopsis: [
      "log DIR [--bytes] [--key VKEY] [--json] [-q]",
      "receipt [--key VKEY] [--witness VKEY]... [--entry FILE] [--json] [-q] FILE...",
      "orphans DIR [--json] [-0]", "remove DIR [--yes] [--dry-run] ORPHAN...",
      "witness new FILE --name NAME", "witness sign DIR --key FILE [--print]",
      "export ID FOLDER [--endpoint NAME]",
    ],
    options: [
      .flag("bytes", "of log: read every object and hash it"),
      .value(
        "key", "KEY", "of log and receipt: the public key; of witness sign: the file of the key"),
      .values("witness", "VKEY", "of receipt: a witness's public key; may be given more than once"),
      .value("entry", "FILE", "of receipt: the log's line that a bare tlog-proof is about"),
      .value("name", "NAME", "of witness new: who the witness is, without blanks"),
      .flag("print", "of witness sign: to standard output, and nothing into the register"),
      .flag("yes", "of remove: do not ask; needed where there is no terminal"),
      .flag("dry-run", "of remove: say what would go, and change nothing"),
      .flag("json", "print one JSON object per line"), .zero, .quiet,
    ],
    exits: [
      (.done, "all is well; or done"),
      (.negative, "findings; a receipt proves nothing; the witness refuses; held; not removed"),
      (.partial, "some orphans were removed, and some were not"),
      (.data, "no register, no log, a log or a receipt that can't be read"),
      (.cannotCreate, "the file or folder is there already"),
      (.tryLater, "somebody is sending to the register just now"),
      (.notPermitted, "the system did not permit it"),
      (.configuration, "there is no store; or the address is not a directory's"),
    ],
    details: """
      log rebuilds the tree of the register's log from its entries and holds it against every tile, the \
      signed checkpoint, the records, the objects and what witnesses have signed. Nothing is written \
      and nobody has to wait, so it works on a copy that can't be written. Each finding is one line. DIR may be the log's folder alone; then records and \
      objects are not looked at.

      receipt needs neither a store nor the register: it says what each file proves, and how many of \
      the witnesses have signed the same log. A bare tlog-proof is taken too, with --entry and --key.

      orphans lists what no record names, uploads that were never finished, with size and age; remove \
      takes such a path away for good, and first writes into the log that it does.

      witness new makes a key for a second machine that stands guard; witness sign puts that key's \
      signature into log/witness/ of the register, unless the log was set back or rewritten since this \
      key has signed last. What it has seen is kept in FILE.seen; without it the key must not sign.

      export writes one capture into a new folder that can be checked with sha256sum and b2sum: bytes, \
      record, receipt, proof, keys, and a page that says how.

      JSON of log: for each finding flaw (a word for it), path, sentence, detail (or null) and note \
      (true: nothing is wrong with it); the last line has findings, entries, records, objects, bytes, \
      key and root. Of receipt: file, proven, why (or null), index, size, time, key, record, object, \
      witnesses, asked, others and selfWitnessed. Of orphans: path, bytes, time and age in seconds.
      """,
    usesEndpoint: true)
}
