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
  /// The bytes.
  public static let objects = "objects"
  /// Temporaries.
  public static let tmp = "tmp"

  /// The directory of a month's moments.
  public static func momentDirectory(_ time: Timestamp) -> String {
    let (year, month) = time.yearMonth
    return "moments/\(year)/\(month)"
  }

  /// A capture's record.
  public static func moment(_ id: CaptureID, _ time: Timestamp) -> String {
    "\(momentDirectory(time))/\(id.text)"
  }

  /// An object's directory.
  public static func objectShard(_ digest: Digest) -> String { TreeLayout.objectShard(digest) }

  /// An object.
  public static func object(_ digest: Digest) -> String { TreeLayout.object(digest) }

  /// All directories but those of months, in the order in which they are made.
  public static let fixedDirectories: [String] = {
    var paths = [moments, objects]
    for name in ObjectShards.names { paths.append("objects/" + name) }
    paths.append(tmp)
    return paths
  }()
}
