import SparkCommand

extension Main {
  /// What `--help` says.
  static let description = CommandDescription(
    name: "spark-endpoint", summary: "says where captures go",
    synopsis: [
      "set ADDRESS [--name NAME] [--ceiling BYTES|none] [--keep-plaintext yes|no] "
        + "[--seal-while-locked yes|no] [--witness KEY|none] [--new]", "show [--json]", "list",
      "resolve ADDRESS",
      "accept-rollback",
    ],
    options: [
      .value("name", "NAME", "what the endpoint is called; else its last path component"),
      .value(
        "ceiling", "BYTES|none", "how much may be held before import refuses; 750000000 at first"),
      .value(
        "keep-plaintext", "yes|no",
        "whether the plain bytes stay here once a sealed copy is durable; yes at first"),
      .value(
        "seal-while-locked", "yes|no",
        "whether captures are sealed while the keys are locked; yes at first"),
      .value(
        "witness", "KEY|none",
        "a witness that is trusted to look after the register's log (spark-audit witness); one more each time"
      ),
      .flag("new", "a second endpoint beside the one there is; import serves it from then on"),
      .flag("json", "show as JSON"), .quiet,
    ],
    exits: [
      (.done, "done; of resolve: a register is there"),
      (
        .negative,
        "of resolve: no register is there; of accept-rollback: there was nothing to accept"
      ),
      (.tryLater, "the endpoint was moved away meanwhile"),
      (.configuration, "refused; nothing was changed"),
    ],
    details: """
      ADDRESS is a directory: file:///mnt/nas/register, or its path. With ?seal=yes at the end of a file://
      address only sealed copies and sealed records go there (spark-key, spark-seal). set makes a register in an empty \
      or missing directory and adopts one that is there; what was kept until then is queued for it. \
      Set again, the same register may have a new address, name or ceiling. Another register is \
      refused: sign out of the first one, or add --new.

      A register's log only grows. One that has forgotten entries, or rewritten them, is sent nothing more. \
      Where it was restored from its own backup, accept-rollback takes it as it is now, and captures \
      that its log no longer names are held again and sent again.
      """,
    usesEndpoint: true)
}
