internal import SparkFormat
internal import SparkStore
public import SparkSystem

/// Removes orphans from a register, at a person's word.
///
/// A sender that finds an object standing records it without bringing it again. So each orphan is first
/// taken out of its place, and only then it is looked whether anybody sends, and whether a record names it
/// by now; if so it goes back. A sender that begins later does not find it, and brings it.
public struct OrphanRemoval {
  private let orphans: Orphans
  private var register: RegisterDirectory { orphans.register }
  private let prefix = "\(CaptureID.fresh().text),\(CaptureID.fresh().text)"

  /// Removes from the register in which they were found.
  public init(_ orphans: Orphans) { self.orphans = orphans }

  private struct Taken {
    let orphan: Orphan
    let folder: Directory
    let name: RawPath
    let draft: RawPath
    let digest: Digest
  }

  /// Removes all of these or none: the log says so first, durably.
  ///
  /// Throws `busy` while somebody sends, and `refused` for one that a record names by now; everything is in
  /// its place again then.
  public func remove(_ wanted: [Orphan], isRehearsal: Bool = false) throws(SparkError) {
    let lock = try register.holdDrafts(prefix)
    var taken: [Taken] = []
    do throws(SparkError) {
      if !isRehearsal { for orphan in wanted { taken.append(try take(orphan, taken.count)) } }
      try check(wanted)
      if !isRehearsal {
        try LogMaker.openOrMake(register, prefix: prefix).tell(
          taken.map {
            TrailEntry(
              .orphanRemoved, object: $0.digest, bytes: $0.orphan.bytes, time: .now())
          })
      }
    } catch {
      for item in taken {
        _ = try? register.tmp.renameNew(item.draft, to: item.folder, item.name)
        _ = try? item.folder.flush()
      }
      _ = try? register.releaseDrafts(prefix)
      throw error
    }
    for item in taken {
      try register.tmp.remove(item.draft)
      try item.folder.flush()
    }
    try register.tmp.flush()
    try register.releaseDrafts(prefix)
    lock.release()
  }

  private func take(_ orphan: Orphan, _ number: Int) throws(SparkError) -> Taken {
    let parts = orphan.path.split(separator: "/").map(String.init)
    var folder = register.root
    for part in parts.dropLast() { folder = try folder.directory(RawPath(part)) }
    let name = RawPath(parts[parts.count - 1])
    let draft = RawPath("\(prefix),q\(number)")
    // A draft has no name that says what its bytes are.
    let digest: Digest
    if let named = Digest(hex: parts[parts.count - 1]) {
      digest = named
    } else {
      digest = Digest(try ByteStream().hash(folder.file(name)).digest)
    }
    guard try folder.move(name, to: register.tmp, draft) else {
      throw SparkError(
        .missing, "remove", RawPath(orphan.path),
        Sentence.trail(.audit(.noOrphan(path: RawPath(orphan.path).shown))).text)
    }
    return Taken(orphan: orphan, folder: folder, name: name, draft: draft, digest: digest)
  }

  private func check(_ wanted: [Orphan]) throws(SparkError) {
    let path = register.root.path
    if try LivingSenders.areAny(register, but: prefix) {
      throw SparkError(
        .busy, "remove from", path, Sentence.trail(.audit(.senderAtWork(path: path.shown))).text)
    }
    let named = try orphans.named()
    for orphan in wanted {
      let last = orphan.path.split(separator: "/").last.map(String.init) ?? ""
      guard let digest = Digest(hex: last), named.contains(digest) else { continue }
      let path = RawPath(orphan.path)
      throw SparkError(
        .refused, "remove", path, Sentence.trail(.audit(.named(path: path.shown))).text)
    }
  }
}
