extension Directory {
  /// Makes the directories above an absolute path, where they are missing; durable.
  public static func makeParents(of path: RawPath) throws(SparkError) {
    for ancestor in path.ancestors().dropFirst().reversed() {
      if Environment.resolved(ancestor) != nil { continue }
      try make(ancestor)
    }
  }

  /// Makes one directory by its absolute path, which the directory above must be there for; durable.
  public static func make(_ path: RawPath) throws(SparkError) {
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return }
    let parent = slash == path.bytes.startIndex ? RawPath("/") : RawPath(path.bytes[..<slash])
    let directory = try Directory(path: parent)
    try directory.makeDirectory(RawPath(path.bytes[(slash + 1)...]))
    try directory.flush()
  }

  /// Opens a directory of this user's alone, which is made, durably, when it is not there.
  ///
  /// One that others could look into is closed to them first.
  public func privateDirectory(_ name: RawPath) throws(SparkError) -> Directory {
    if try makeDirectory(name) { try flush() }
    let directory = try directory(name)
    try directory.close()
    return directory
  }

  /// Takes the rights of all others away, where this user may.
  public func close() throws(SparkError) {
    let found = try status()
    if found.mode & 0o7777 != 0o700, found.owner == Environment.user { try setMode(0o700) }
  }
}
