internal import SparkFormat
internal import SparkSystem

/// Where the secrets of a tree lie, apart from the store, and their removal.
enum Secrets {
  /// Removes all that opens or signs for a tree; what is not there is no error.
  static func remove(of tree: CaptureID) throws(SparkError) {
    for place in places() {
      let keys: Directory
      do { keys = try Directory(path: place) } catch {
        if error.code == .missing { continue }
        throw error
      }
      try keys.removeTree(RawPath(tree.text))
      try keys.flush()
    }
  }

  /// The directories that hold one name for each tree.
  private static func places() -> [RawPath] {
    var found: [RawPath] = []
    if let config = Environment.bytes("SPARK_CONFIG") {
      found.append(RawPath(config).appending("keys"))
    } else if let config = absolute("XDG_CONFIG_HOME") {
      found.append(config.appending("spark/keys"))
    } else if let home = absolute("HOME") {
      found.append(home.appending(".config/spark/keys"))
    }
    if let runtime = absolute("XDG_RUNTIME_DIR") { found.append(runtime.appending("spark/keys")) }
    return found
  }

  private static func absolute(_ name: String) -> RawPath? {
    guard let path = Environment.bytes(name), path.first == UInt8(ascii: "/") else { return nil }
    return RawPath(path)
  }
}
