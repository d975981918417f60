import SparkCommand
import SparkDelivery
import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    let description = CommandDescription(
      name: "spark-key", summary: "keeps an organisation's key generations",
      synopsis: [
        "new | rotate", "add FILE", "list [--json]", "lock | unlock", "forget N [--yes]",
        "export FILE [--armor]",
      ],
      options: [
        .value("passphrase-file", "FILE", "holds the passphrase of the keys, one line"),
        .value(
          "file-passphrase-file", "FILE",
          "holds the passphrase of the file of add or export; else the other one does for both"),
        .flag("armor", "export as text that can be pasted"),
        .flag(
          "new-tag",
          "add keys to a store whose secret for tags is lost; what it sent may land twice"),
        .flag("yes", "forget even the newest generation"),
        .flag("json", "list as JSON"), .quiet,
      ],
      exits: [
        (.done, "done; also when there was nothing left to do"),
        (.negative, "of forget: this device does not hold that generation"),
        (
          .data,
          "a key file is damaged, or a statement is not the organisation's; nothing was changed"
        ),
        (.cannotCreate, "there is a key already, or the file is there"),
        (.tryLater, "the endpoint was left meanwhile"),
        (.notPermitted, "the passphrase is wrong"),
        (.configuration, "no store, no key, no terminal to ask on, or no XDG_RUNTIME_DIR"),
      ],
      details: """
        new makes the organisation's root key and generation 1; rotate starts the next one. add takes \
        statements, an export, or an age identity file whose recipient a statement names. unlock puts \
        the identities into $XDG_RUNTIME_DIR until logout; lock takes them away, those of all endpoints \
        unless one is named. forget drops the identity of generation N from this device. export writes \
        everything to a new file that plain age -d opens. Without such a copy, what is sealed is lost \
        with this device.

        Passphrases are asked for on the terminal, or read from files; they are never arguments. The \
        keys are in $SPARK_CONFIG, else $XDG_CONFIG_HOME/spark, else ~/.config/spark.
        """,
      usesEndpoint: true)
    Tool.main(description) { arguments, output in
      Environment.forbidCoreFiles()
      let command = try Command(arguments)
      if command.verb == .lock, arguments.text("endpoint") == nil {
        try KeyStore.lockAll(.look())
        try output.line(Sentence.keys(.nowLocked).text)
        return .done
      }
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      if command.verb == .list {
        let trees = try home.trees(named: arguments.text("endpoint"))
        return try Listing(trees).run(asJSON: arguments.has("json"), output)
      }
      let named = try arguments.text("endpoint").map { try home.trees(named: $0)[0] }
      return try command.run(KeyStore(named ?? home.currentTree()), arguments, output)
    }
  }
}
