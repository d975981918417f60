internal import SparkFormat
internal import SparkStore
public import SparkSystem

/// Begins the log of a register: with an entry for each record that stands there already.
///
/// The log counts as one once it has a checkpoint. Those first entries are one commit, so a crash leaves
/// all of them or none.
public enum LogMaker {
  private static let mode: UInt32 = 0o777

  /// Opens the log of a register, and begins it where there is none.
  public static func openOrMake(_ register: RegisterDirectory, prefix: String) throws(SparkError)
    -> RegisterLog
  {
    if let log = try RegisterLog.open(register, prefix: prefix) { return log }
    let name = RawPath(RegisterLayout.log)
    try register.root.makeDirectory(name, mode: mode)
    let folder = try register.root.directory(name)
    for inner in [RegisterLayout.commits, RegisterLayout.tile] {
      try folder.makeDirectory(RawPath(inner), mode: mode)
    }
    try register.root.flush()
    try LogKeyFile.make(folder, register.tmp, identity: register.identity, prefix: prefix)
    try RegisterLog.begin(register, folder, prefix: prefix, StandingRecords.entries(register))
    let log = try RegisterLog(register, folder, prefix: prefix)
    try log.whileLocked { () throws(SparkError) in try log.refresh() }
    return log
  }
}
