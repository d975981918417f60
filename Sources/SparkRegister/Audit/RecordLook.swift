internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Some records of a register, read and held against the entries of its log.
struct RecordLook: Sendable {
  /// A record whose bytes no entry names.
  struct Alone: Sendable {
    let folder: Directory
    let name: [UInt8]
    let path: String
    let digest: Digest
  }

  /// The places of their entries.
  private(set) var seen: [Int] = []
  private(set) var alone: [Alone] = []
  private(set) var findings: [AuditFinding] = []
  /// The records of shares that they name.
  private(set) var shares: [Digest] = []
  /// How many were read.
  private(set) var count = 0

  private static let object = Array("Object: \(Digest.prefix)".utf8)
  private static let share = Array("ShareRecord: \(Digest.prefix)".utf8)

  init(
    _ piece: RecordFolders.Piece, _ entries: RecordedEntries, isSealed: Bool, _ stream: SmallFiles
  ) {
    for name in piece.names {
      var path: String { "\(piece.path)/\(FileName(name).encoded)" }
      do throws(SparkError) {
        let file = try piece.folder.file(RawPath(name))
        var (bytes, hash) = try stream.contents(
          file, limit: RegisterLanding.momentLimit, isQuick: true)
        count += 1
        var place = entries.place(of: Digest(hash))
        if place == nil {
          (bytes, hash) = try stream.contents(file, limit: RegisterLanding.momentLimit)
          place = entries.place(of: Digest(hash))
        }
        guard let place else {
          let digest = Digest(hash)
          alone.append(Alone(folder: piece.folder, name: name, path: path, digest: digest))
          continue
        }
        seen.append(place)
        compare(bytes, name, path, entries.entries[place].facts, isSealed: isSealed)
      } catch {
        findings.append(AuditFinding(.recordUnreadable, path, error.reason))
      }
    }
  }

  /// They were counted before.
  mutating func forgetCount() { count = 0 }

  private mutating func compare(
    _ bytes: [UInt8], _ name: [UInt8], _ path: @autoclosure () -> String, _ facts: EntryFacts,
    isSealed: Bool
  ) {
    let object: Digest?
    if isSealed {
      if facts.place?.hex != String(decoding: name, as: UTF8.self) {
        findings.append(AuditFinding(.recordMisplaced, path()))
      }
      object = StandingRecords.mark(of: bytes)?.object
    } else {
      if facts.id == nil || facts.id != CaptureID(utf8: name) {
        findings.append(AuditFinding(.recordMisplaced, path()))
      }
      let named = Self.objects(bytes)
      object = named.object
      if let share = named.share { shares.append(share) }
    }
    if object == nil || object != facts.object {
      findings.append(AuditFinding(.otherObject, path()))
    }
  }

  /// The objects that a plain record names, without reading the rest of it.
  static func objects(_ bytes: [UInt8]) -> (object: Digest?, share: Digest?) {
    var found: (object: Digest?, share: Digest?) = (nil, nil)
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      let line = bytes[start..<end]
      if line.count == object.count + 64, line.starts(with: object) {
        found.object = Digest(hexUTF8: line.dropFirst(object.count))
      } else if line.count == share.count + 64, line.starts(with: share) {
        found.share = Digest(hexUTF8: line.dropFirst(share.count))
      }
      start = end + 1
    }
    return found
  }
}
