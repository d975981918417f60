public import SparkFormat
public import SparkSystem

/// The objects of one tree: immutable bytes under the name of their hash.
public struct ObjectStore: Sendable {
  private let objects: Directory
  private let shared: Directory
  private let tmp: Directory

  /// The objects of this tree.
  public init(_ tree: EndpointTree) {
    objects = tree.objects
    shared = tree.shared
    tmp = tree.tmp
  }

  private static func path(_ digest: Digest) -> RawPath {
    RawPath(TreeLayout.objectInShard(digest))
  }

  /// Opens an object to read it.
  public func open(_ digest: Digest) throws(SparkError) -> Descriptor {
    try objects.file(Self.path(digest))
  }

  /// What the system says of an object; nil when it is missing.
  public func status(_ digest: Digest) throws(SparkError) -> FileStatus? {
    try objects.statusIfAny(Self.path(digest))
  }

  /// Puts flushed bytes under their name, not yet flushed as a name.
  ///
  /// Where the object exists it must be byte-equal, and is then marked as shared; a damaged one is
  /// replaced by the good bytes.
  func put(_ source: CaptureDraft.Source, _ digest: Digest, _ size: Int64, _ stream: ByteStream)
    throws(SparkError)
  {
    let target = Self.path(digest)
    let isNew =
      switch source {
      case .adopted(let directory, let name):
        try directory.linkNew(name, to: objects, target)
      case .copied(let name):
        try tmp.renameNew(name, to: objects, target)
      }
    if isNew { return }
    try mark(digest)
    if try matches(digest, size, stream) {
      if case .copied(let name) = source { try tmp.remove(name) }
      return
    }
    switch source {
    case .adopted(let directory, let name):
      let draft = RawPath(CaptureID.fresh().text)
      try directory.linkNew(name, to: tmp, draft)
      try tmp.replace(draft, to: objects, target)
    case .copied(let name):
      try tmp.replace(name, to: objects, target)
    }
  }

  /// Puts a draft in `tmp/`, flushed, under the digest that was taken while it was written; not yet flushed
  /// as a name.
  ///
  /// Needs the tree's shared lock. Only for what nobody else can have made, such as sealed copies.
  public func adopt(_ draft: RawPath, as digest: Digest) throws(SparkError) {
    if try !tmp.renameNew(draft, to: objects, Self.path(digest)) { try tmp.remove(draft) }
  }

  private func mark(_ digest: Digest) throws(SparkError) {
    do { try shared.create(RawPath(digest.hex), [], mode: 0o444) } catch {
      if error.code != .exists { throw error }
    }
  }

  /// Removes objects and their marks of sharing, durably.
  ///
  /// Needs the tree's exclusive lock, and that nothing names them.
  func erase(_ digests: [Digest]) throws(SparkError) {
    for digest in digests where try shared.remove(RawPath(digest.hex)) { try shared.flush() }
    try eraseBytes(digests)
  }

  /// Removes objects that captures still name, durably; what is marked as shared stays so.
  ///
  /// Needs the tree's exclusive lock.
  public func eraseBytes(_ digests: [Digest]) throws(SparkError) {
    var shards: Set<String> = []
    for digest in digests where try objects.remove(Self.path(digest)) {
      shards.insert(digest.shard)
    }
    for shard in shards { try objects.directory(RawPath(shard)).flush() }
  }

  /// Whether the object stands and its bytes hash to its name.
  public func matches(_ digest: Digest, _ size: Int64, _ stream: ByteStream) throws(SparkError)
    -> Bool
  {
    guard try status(digest)?.size == size else { return false }
    return try stream.hash(open(digest)).digest == digest.bytes
  }
}
