/// Every path of a register that is a directory, relative to it.
public enum RegisterLayout {
  /// `spark-register 1`.
  public static let version = "version"
  /// What `version` holds.
  public static let versionText = "spark-register 1\n"
  /// Who it is.
  public static let identity = "identity"
  /// The register's lock.
  public static let lock = "lock"
  /// The records.
  public static let moments = "moments"
  /// The records, where they are sealed.
  public static let records = "records"
  /// The bytes.
  public static let objects = "objects"
  /// The audit trail: a C2SP tlog-tiles log, and what its writers need.
  public static let log = "log"
  /// The signed checkpoint, below the log.
  public static let checkpoint = "checkpoint"
  /// What was appended last, each under the size before it, below the log.
  public static let commits = "commit"
  /// The secret that signs the checkpoint, below the log.
  public static let key = "key"
  /// Its public half, as those who check want it, below the log.
  public static let publicKey = "public-key"
  /// The tiles, below the log.
  public static let tile = "tile"
  /// Temporaries.
  public static let tmp = "tmp"

  /// An object's directory.
  public static func objectShard(_ digest: Digest) -> String { TreeLayout.objectShard(digest) }

  /// An object.
  public static func object(_ digest: Digest) -> String { TreeLayout.object(digest) }

  /// The name of a register's log, which is its key's name as well.
  public static func origin(_ identity: String) -> String { "spark-register/" + identity }

  /// The identity in a log's name; nil for the name of something else.
  public static func identity(origin: String) -> String? {
    origin.hasPrefix("spark-register/") ? String(origin.dropFirst(15)) : nil
  }

  /// All directories but those of months, in the order in which they are made.
  public static func fixedDirectories(isSealed: Bool) -> [String] {
    var paths = [isSealed ? records : moments, objects]
    for name in ObjectShards.names {
      if isSealed { paths.append("\(records)/\(name)") }
      paths.append("\(objects)/\(name)")
    }
    paths.append(tmp)
    return paths
  }

  /// What witnesses have signed, below the log.
  public static let witnesses = "witness"

  /// The file of one witness, by the first four bytes of its key's hash, below the log.
  public static func witness(_ key: String) -> String { "\(witnesses)/\(key)" }
}
