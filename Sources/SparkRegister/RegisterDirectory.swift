public import SparkFormat
internal import SparkStore
public import SparkSystem

/// A register that is a directory, open: everything in it is reached through descriptors, so a disk
/// unplugged or a mount put over it later changes nothing about where bytes go.
public final class RegisterDirectory: Sendable {
  /// The register's directory.
  public let root: Directory
  /// Who it is.
  public let identity: String
  /// Whether it takes sealed copies alone.
  public let isSealed: Bool
  let objects: Directory
  let records: Directory
  let tmp: Directory

  /// Opens the register at a path; nil when there is none, as where a disk is not mounted.
  ///
  /// Throws `configuration` for a version that is not known.
  public static func open(_ path: RawPath) throws(SparkError) -> RegisterDirectory? {
    let root: Directory
    do { root = try Directory(path: path) } catch {
      if error.code == .missing { return nil }
      throw error
    }
    return try open(root)
  }

  static func open(_ root: Directory) throws(SparkError) -> RegisterDirectory? {
    let version = RawPath(RegisterLayout.version)
    guard let text = try root.contentsIfAny(version, limit: 4096) else { return nil }
    guard text == Array(RegisterLayout.versionText.utf8) else {
      throw SparkError(
        .configuration, "open", root.full(version),
        Sentence.place(.registerVersion(path: root.path.shown)).text)
    }
    guard let identity = try identity(of: root) else { return nil }
    return try RegisterDirectory(root: root, identity)
  }

  static func identity(of root: Directory) throws(SparkError) -> RegisterIdentity? {
    let name = RawPath(RegisterLayout.identity)
    guard let bytes = try root.contentsIfAny(name, limit: 1 << 20) else { return nil }
    do { return try RegisterIdentity(parsing: bytes) } catch {
      throw SparkError(
        .malformed, "read", root.full(name),
        Sentence.place(.recordUnreadable(path: root.full(name).shown, why: error.message)).text)
    }
  }

  private init(root: Directory, _ identity: RegisterIdentity) throws(SparkError) {
    self.root = root
    self.identity = identity.identity
    isSealed = identity.isSealed
    objects = try root.directory(RawPath(RegisterLayout.objects))
    records = try root.directory(
      RawPath(identity.isSealed ? RegisterLayout.records : RegisterLayout.moments))
    tmp = try root.directory(RawPath(RegisterLayout.tmp))
  }

  /// Whether an object stands here with this size.
  public func hasObject(_ digest: Digest, size: Int64) throws(SparkError) -> Bool {
    try root.statusIfAny(RawPath(RegisterLayout.object(digest)))?.size == size
  }

  /// Whether an object stands here and its bytes hash to its name.
  public func isWhole(_ digest: Digest, _ stream: ByteStream) throws(SparkError) -> Bool {
    try stream.hash(root.file(RawPath(RegisterLayout.object(digest)))).digest == digest.bytes
  }

  /// A capture's record as it stands here; nil when there is none.
  public func moment(_ place: MomentPlace) throws(SparkError) -> [UInt8]? {
    try root.contentsIfAny(RawPath(place.path), limit: RegisterLanding.momentLimit)
  }

  /// Says that this process writes drafts named `<prefix>,<number>`, for as long as the lock is held.
  ///
  /// The lock lies beside the drafts: a restored copy of a store carries under the same names as the
  /// store itself, and neither sees the other's carriers.
  public func holdDrafts(_ prefix: String) throws(SparkError) -> FileLock {
    try FileLock(tmp, Self.draftLock(prefix), .exclusive)
  }

  /// Ends what ``holdDrafts(_:)`` began.
  public func releaseDrafts(_ prefix: String) throws(SparkError) {
    try tmp.remove(Self.draftLock(prefix))
  }

  private static func draftLock(_ prefix: String) -> RawPath { RawPath("\(prefix),lock") }

  /// Removes the drafts of a tree's carriers that no longer live; others' drafts are not looked at.
  public func removeDeadDrafts(tree: String) throws(SparkError) {
    var drafts: [String: [String]] = [:]
    for name in try tmp.textNames() {
      let parts = name.split(separator: ",")
      guard parts.count == 3, parts[0] == tree else { continue }
      drafts["\(parts[0]),\(parts[1])", default: []].append(name)
    }
    for (prefix, names) in drafts {
      if let lock = try FileLock.attempt(tmp, Self.draftLock(prefix), .exclusive) {
        for name in names { try tmp.remove(RawPath(name)) }
        lock.release()
      } else if try !tmp.exists(Self.draftLock(prefix)) {
        for name in names { try tmp.remove(RawPath(name)) }
      }
    }
  }
}
