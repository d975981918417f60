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
  /// Temporaries.
  public static let tmp = "tmp"

  /// An object's directory.
  public static func objectShard(_ digest: Digest) -> String { TreeLayout.objectShard(digest) }

  /// An object.
  public static func object(_ digest: Digest) -> String { TreeLayout.object(digest) }

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
}
