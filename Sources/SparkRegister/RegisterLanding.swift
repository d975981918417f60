public import SparkFormat
public import SparkSystem

/// One batch on its way into a register: the objects, durable; then the moments, durable.
///
/// Call in this order: drafts, `flushDrafts`, `placeObject`, `flushObjects`, `placeMoment`, `readBack`,
/// `flushMoments`. Drafting and placing may happen on several threads at once. Nothing that
/// stands in the register is ever replaced or removed.
public final class RegisterLanding: Sendable {
  private let register: RegisterDirectory
  private let prefix: String
  private let isAlone: Bool
  private let shards: [String: Directory]
  private let folders: [[String]: Directory]
  private let parents: [Directory]
  // A sealed record carries its share's record.
  static let momentLimit = 16 << 20

  /// Opens the directories that a batch needs; those of months are made.
  ///
  /// `prefix` begins the name of every draft and must belong to this process alone. `isAlone` asks for
  /// each file and directory to be flushed by itself, which is faster for a few.
  public init(
    _ register: RegisterDirectory, prefix: String, objects: [Digest], places: [MomentPlace],
    isAlone: Bool
  ) throws(SparkError) {
    self.register = register
    self.prefix = prefix
    let flushesAsOne = try register.root.fileSystem().flushesAsOne
    self.isAlone = isAlone || !flushesAsOne
    var shards: [String: Directory] = [:]
    for digest in objects where shards[digest.shard] == nil {
      shards[digest.shard] = try register.objects.directory(RawPath(digest.shard))
    }
    self.shards = shards
    var folders: [[String]: Directory] = [:]
    var parents: [Directory] = []
    for path in places.map(\.directories) where folders[path] == nil {
      var folder = register.records
      for name in path {
        parents.append(folder)
        try folder.makeDirectory(RawPath(name), mode: 0o777)
        folder = try folder.directory(RawPath(name))
      }
      folders[path] = folder
    }
    self.folders = folders
    self.parents = parents
  }

  /// What became of one object.
  public enum Object: Sendable {
    /// A draft was written, and this is what was written.
    case drafted(ByteStream.Result)
    /// It stands in the register already, whole.
    case standing
    /// Other bytes stand under its name.
    case different
    /// Nobody wants it any more, and no draft of it is left.
    case unwanted
  }

  private func draft(_ kind: String, _ number: Int) -> RawPath {
    RawPath("\(prefix),\(kind)\(number)")
  }

  /// Where an object stands, from `objects/` when its shard is not open.
  private func place(_ digest: Digest) -> (Directory, RawPath) {
    if let shard = shards[digest.shard] { return (shard, RawPath(digest.hex)) }
    return (register.objects, RawPath(TreeLayout.objectInShard(digest)))
  }

  private func folder(_ place: MomentPlace) -> Directory {
    folders[place.directories] ?? register.records
  }

  /// Copies an object into a draft; one that stands already is read instead.
  ///
  /// `isWanted` is asked every few MiB.
  public func draftObject(
    _ number: Int, _ digest: Digest, from source: borrowing Descriptor, size: Int64,
    _ stream: ByteStream, while isWanted: () -> Bool
  ) throws(SparkError) -> Object {
    if let standing = try standing(digest, stream) { return standing ? .standing : .different }
    let name = draft("o", number)
    do {
      let file = try newDraft(name)
      guard let result = try stream.copy(source, to: file, size: size, while: isWanted) else {
        try register.tmp.remove(name)
        return .unwanted
      }
      if isAlone { try file.flush() }
      return .drafted(result)
    } catch {
      // What a full disk could not take must not stay there and fill it.
      _ = try? register.tmp.remove(name)
      throw error
    }
  }

  /// Whether what stands under a name is the object; nil when nothing does.
  private func standing(_ digest: Digest, _ stream: ByteStream) throws(SparkError) -> Bool? {
    let (directory, name) = place(digest)
    let file: Descriptor
    do { file = try directory.file(name) } catch {
      if error.code == .missing { return nil }
      throw error
    }
    let same = try stream.hash(file).digest == digest.bytes
    // A sender that was killed may have left it unflushed.
    if same, isAlone { try file.flush() }
    return same
  }

  /// Whether an object stands in the register, whole.
  public func holds(_ digest: Digest, _ stream: ByteStream) throws(SparkError) -> Bool {
    try standing(digest, stream) ?? false
  }

  /// Writes a moment's draft.
  public func draftMoment(_ number: Int, _ bytes: [UInt8]) throws(SparkError) {
    let name = draft("m", number)
    do {
      let file = try newDraft(name)
      try file.write(bytes)
      if isAlone { try file.flush() }
    } catch {
      _ = try? register.tmp.remove(name)
      throw error
    }
  }

  private func newDraft(_ name: RawPath) throws(SparkError) -> Descriptor {
    do { return try register.tmp.newFile(name, mode: 0o444) } catch {
      guard error.code == .exists else { throw error }
      try register.tmp.remove(name)
      return try register.tmp.newFile(name, mode: 0o444)
    }
  }

  /// Gives up on an object's draft.
  public func dropObject(_ number: Int) { _ = try? register.tmp.remove(draft("o", number)) }

  /// Gives up on a moment's draft.
  public func dropMoment(_ number: Int) { _ = try? register.tmp.remove(draft("m", number)) }

  /// Makes all drafts durable.
  public func flushDrafts() throws(SparkError) {
    if !isAlone { try register.root.flushFileSystem() }
  }

  /// Puts an object's draft under its name; false when other bytes stand there.
  public func placeObject(_ number: Int, _ digest: Digest, _ stream: ByteStream) throws(SparkError)
    -> Bool
  {
    let name = draft("o", number)
    let (directory, target) = place(digest)
    if try register.tmp.renameNew(name, to: directory, target) { return true }
    let same = try standing(digest, stream) ?? false
    try register.tmp.remove(name)
    return same
  }

  /// Makes the objects' names durable.
  public func flushObjects() throws(SparkError) {
    guard isAlone else { return try register.root.flushFileSystem() }
    for shard in shards.values { try shard.flush() }
  }

  /// Puts a moment's draft in its place; when one stands there already it stays, and its bytes are
  /// returned.
  public func placeMoment(_ number: Int, _ place: MomentPlace) throws(SparkError) -> [UInt8]? {
    let name = draft("m", number)
    let folder = folder(place)
    if try register.tmp.renameNew(name, to: folder, RawPath(place.name)) { return nil }
    try register.tmp.remove(name)
    let file = try folder.file(RawPath(place.name))
    let standing = try file.contents(limit: Self.momentLimit)
    if isAlone { try file.flush() }
    return standing
  }

  /// Makes the moments' names durable; true when the whole file system was flushed for it.
  public func flushMoments() throws(SparkError) -> Bool {
    guard isAlone else {
      try register.root.flushFileSystem()
      return true
    }
    for folder in folders.values { try folder.flush() }
    for parent in parents { try parent.flush() }
    return false
  }

  /// A moment as the register holds it.
  public func readBack(_ place: MomentPlace) throws(SparkError) -> [UInt8] {
    try folder(place).contents(RawPath(place.name), limit: Self.momentLimit)
  }

}
