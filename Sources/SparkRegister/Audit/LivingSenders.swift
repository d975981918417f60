internal import SparkSystem

/// Whoever is writing to a register just now.
enum LivingSenders {
  /// Whether there are any, by the locks that they hold beside their drafts; `mine` is left out.
  static func areAny(_ register: RegisterDirectory, but mine: String? = nil) throws(SparkError)
    -> Bool
  {
    for name in try register.tmp.textNames() where name.hasSuffix(",lock") {
      let owner = String(name.dropLast(5))
      if owner != mine, try lives(register, owner) { return true }
    }
    return false
  }

  /// Whether whoever names its drafts like this lives.
  static func lives(_ register: RegisterDirectory, _ owner: String) throws(SparkError) -> Bool {
    let name = RawPath("\(owner),lock")
    if let lock = try FileLock.attempt(register.tmp, name, .shared) {
      lock.release()
      return false
    }
    return try register.tmp.exists(name)
  }
}
