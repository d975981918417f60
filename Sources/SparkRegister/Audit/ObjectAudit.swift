internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Looks whether the objects that a log names are there.
struct ObjectAudit {
  private let objects: Directory
  private let hashes: Bool
  private static let chunk = 512

  init(_ register: RegisterDirectory, hashing hashes: Bool) {
    objects = register.objects
    self.hashes = hashes
  }

  /// What one object was recorded with; nil where its size was not.
  typealias Wanted = (digest: Digest, bytes: Int64?)

  /// Looks at each object once; returns what is wrong, how many there are, and their size.
  func look(_ wanted: [Wanted]) -> (findings: [AuditFinding], count: Int, bytes: Int64) {
    var known = Set<Digest>(minimumCapacity: wanted.count)
    let single = wanted.filter { known.insert($0.digest).inserted }
    let chunks = (single.count + Self.chunk - 1) / Self.chunk
    let results = Workers.map(chunks, context: { ByteStream() }) { stream, number in
      let start = number * Self.chunk
      return single[start..<min(start + Self.chunk, single.count)].map { look($0, stream) }
    }
    let all = results.joined()
    return (
      all.compactMap(\.finding), single.count, all.reduce(0) { $0.addingClamped($1.bytes) }
    )
  }

  /// An object's path below `objects/`, as the layout has it, without making strings of it.
  private static func name(_ digest: Digest) -> RawPath {
    var digits: [UInt8] = []
    digits.reserveCapacity(68)
    Hash32.appendHex(digest.bytes, to: &digits)
    return RawPath(digits[..<2] + [UInt8(ascii: "/")] + digits)
  }

  private func look(_ wanted: Wanted, _ stream: ByteStream) -> (
    finding: AuditFinding?, bytes: Int64
  ) {
    let name = Self.name(wanted.digest)
    func found(_ flaw: AuditFlaw, _ detail: String? = nil) -> AuditFinding {
      AuditFinding(flaw, RegisterLayout.object(wanted.digest), detail)
    }
    do throws(SparkError) {
      guard let status = try objects.statusIfAny(name) else { return (found(.objectMissing), 0) }
      guard status.kind == .regular else { return (found(.objectUnreadable), 0) }
      if let bytes = wanted.bytes, status.size != bytes {
        return (found(.objectCut, "\(status.size), \(bytes)"), status.size)
      }
      guard hashes else { return (nil, status.size) }
      let whole = try stream.hash(objects.file(name)).digest == wanted.digest.bytes
      return (whole ? nil : found(.objectDamaged), status.size)
    } catch {
      return (found(.objectUnreadable, error.reason), 0)
    }
  }
}
