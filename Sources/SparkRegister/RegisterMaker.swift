internal import SparkFormat
internal import SparkStore
public import SparkSystem

/// Makes a register in an empty directory; a crash at any point leaves one that the next call finishes.
///
/// The identity is written before anything else and `version` last, so there is at most one identity
/// and no register counts as one before it is whole.
public enum RegisterMaker {
  // Every new ext file system has it.
  private static let ignored: Set<String> = ["lost+found"]
  private static let ours: Set<String> = [
    RegisterLayout.version, RegisterLayout.identity, RegisterLayout.lock, RegisterLayout.moments,
    RegisterLayout.records, RegisterLayout.objects, RegisterLayout.tmp, RegisterLayout.log,
  ]
  // Who may read and write a register that several devices share is for the umask to say.
  private static let mode: UInt32 = 0o777

  /// What stands at an absolute path.
  public static func look(_ path: RawPath) throws(SparkError) -> RegisterLook {
    let root: Directory
    do { root = try Directory(path: path) } catch {
      guard error.code == .missing else { throw error }
      return Environment.resolved(split(path).parent) == nil ? .nowhere : .nothing
    }
    if let register = try RegisterDirectory.open(root) {
      return .register(identity: register.identity, isSealed: register.isSealed)
    }
    return try isBegun(root) ? .empty : .foreign
  }

  /// Opens the register at an absolute path, and makes it in an empty or missing directory; of the
  /// path only the last component is made.
  ///
  /// One that stands already is opened whether it takes sealed copies alone or not.
  public static func openOrMake(_ path: RawPath, isSealed: Bool = false) throws(SparkError)
    -> RegisterDirectory
  {
    let (parent, name) = split(path)
    if Environment.resolved(path) == nil {
      let above = try Directory(path: parent)
      try above.makeDirectory(name, mode: mode)
      try above.flush()
    }
    let root = try Directory(path: path)
    if let register = try RegisterDirectory.open(root) { return register }
    guard try isBegun(root) else {
      throw SparkError(
        .refused, "make a register in", path,
        Sentence.place(.notARegister(path: path.shown)).text)
    }
    return try make(root, isSealed: isSealed)
  }

  private static func split(_ path: RawPath) -> (parent: RawPath, name: RawPath) {
    let names = path.bytes.split(separator: UInt8(ascii: "/"))
    let parent = RawPath([UInt8(ascii: "/")] + names.dropLast().joined(separator: "/".utf8))
    return (parent, RawPath(names.last ?? []))
  }

  /// Whether nothing is in the directory but what an unfinished making left.
  private static func isBegun(_ root: Directory) throws(SparkError) -> Bool {
    let names = Set(try root.textNames()).subtracting(ignored)
    if names.contains(RegisterLayout.identity) { return names.isSubset(of: ours) }
    if names.isEmpty { return true }
    guard names == [RegisterLayout.tmp] else { return false }
    let drafts = try root.directory(RawPath(RegisterLayout.tmp)).textNames()
    return drafts.allSatisfy { CaptureID($0) != nil }
  }

  private static func make(_ root: Directory, isSealed: Bool) throws(SparkError)
    -> RegisterDirectory
  {
    try root.makeDirectory(RawPath(RegisterLayout.tmp), mode: mode)
    let tmp = try root.directory(RawPath(RegisterLayout.tmp))
    let identity = RegisterIdentity(identity: CaptureID.fresh().text, isSealed: isSealed)
    try publish(identity.serialized, as: RegisterLayout.identity, root, tmp)
    // Another process may have begun it first, and of the other kind.
    let isSealed = try RegisterDirectory.identity(of: root)?.isSealed ?? isSealed
    for name in RegisterLayout.fixedDirectories(isSealed: isSealed) {
      try root.makeDirectory(RawPath(name), mode: mode)
    }
    _ = try root.fileToAppend(RawPath(RegisterLayout.lock), mode: 0o666)
    let base = isSealed ? RegisterLayout.records : RegisterLayout.moments
    for name in [RegisterLayout.objects, base] {
      try root.directory(RawPath(name)).flush()
    }
    try root.flush()
    try publish(Array(RegisterLayout.versionText.utf8), as: RegisterLayout.version, root, tmp)
    guard let register = try RegisterDirectory.open(root) else {
      throw SparkError(
        .missing, "open", root.path, Sentence.place(.registerVanished(path: root.path.shown)).text)
    }
    return register
  }

  /// Puts a file durably under a name, unless another process was first.
  private static func publish(
    _ bytes: [UInt8], as name: String, _ root: Directory, _ tmp: Directory
  )
    throws(SparkError)
  {
    let draft = RawPath(CaptureID.fresh().text)
    let file = try tmp.newFile(draft, mode: 0o444)
    try file.write(bytes)
    try file.flush()
    if try !tmp.renameNew(draft, to: root, RawPath(name)) { try tmp.remove(draft) }
    try root.flush()
  }
}
