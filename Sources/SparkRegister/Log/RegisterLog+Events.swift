public import SparkFormat
public import SparkSystem

extension RegisterLog {
  /// Appends entries that are about no record, durably, behind whatever others have appended.
  public func tell(_ entries: [TrailEntry]) throws(SparkError) {
    if entries.isEmpty { return }
    let lines = entries.map(\.line)
    try whileLocked { () throws(SparkError) in
      while true {
        try refresh()
        if try append(lines) { return }
      }
    }
  }
}
