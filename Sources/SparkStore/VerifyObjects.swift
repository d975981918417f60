internal import SparkFormat
internal import SparkSystem

/// Hashes all objects of a tree, on all processors.
struct VerifyObjects {
  let verify: VerifyTree
  private static let batch = 4096

  /// What is wrong with an object that stands there.
  struct Broken {
    let flaw: Flaw
    let size: Int64
    var detail: String?
  }

  private enum Look: Sendable {
    case whole
    case differs
    case unreadable(String)
    case gone
  }

  /// Hashes them; returns those that are broken, which the caller reports with their captures.
  func run() throws(SparkError) -> [Digest: Broken] {
    var broken: [Digest: Broken] = [:]
    var batch: [Digest] = []
    for shard in try verify.tree.objects.names() {
      let name = String(decoding: shard, as: UTF8.self)
      guard shard.count == 2, Digest(hex: String(repeating: name, count: 32)) != nil,
        let directory = try? verify.tree.objects.directory(RawPath(shard))
      else {
        verify.report.add(.alien, verify.shown(TreeLayout.objects, shard))
        continue
      }
      // Across shards: what is left at the end of a batch keeps one processor alone.
      for entry in try directory.names() {
        guard let digest = Digest(hexUTF8: entry[...]) else {
          verify.report.add(.alien, verify.shown("\(TreeLayout.objects)/\(name)", entry))
          continue
        }
        guard digest.shard == name else {
          verify.report.add(.wrongName, verify.shown("\(TreeLayout.objects)/\(name)", entry))
          continue
        }
        batch.append(digest)
        if batch.count == Self.batch {
          check(batch, &broken)
          batch.removeAll(keepingCapacity: true)
        }
      }
    }
    check(batch, &broken)
    return broken
  }

  private func check(_ batch: [Digest], _ broken: inout [Digest: Broken]) {
    let objects = ObjectStore(verify.tree)
    let statuses = Workers.map(batch.count, context: {}) { _, place in
      try? objects.status(batch[place])
    }
    var work: [(digest: Digest, size: Int64)] = []
    for (digest, status) in zip(batch, statuses) {
      guard let status else { continue }
      guard status.kind == .regular else {
        verify.report.add(.alien, verify.shown(TreeLayout.object(digest)))
        continue
      }
      if status.mode & 0o222 != 0 {
        broken[digest] = Broken(flaw: .objectWritable, size: status.size)
      }
      work.append((digest, status.size))
      verify.report.objects += 1
      verify.report.bytes += status.size
    }
    // The largest first, so that none is left for one processor at the end.
    work.sort { $0.size > $1.size }
    let items = work.map(\.digest)
    let looks = Workers.map(items.count, context: ByteStream.init) { stream, place in
      let first = Self.look(items[place], objects, stream)
      // A damaged object may have been replaced by an import meanwhile.
      if case .differs = first { return Self.look(items[place], objects, stream) }
      return first
    }
    for (item, look) in zip(work, looks) {
      switch look {
      case .whole, .gone: continue
      case .differs: broken[item.digest] = Broken(flaw: .objectDamaged, size: item.size)
      case .unreadable(let why):
        broken[item.digest] = Broken(flaw: .objectUnreadable, size: item.size, detail: why)
      }
    }
  }

  private static func look(_ digest: Digest, _ objects: ObjectStore, _ stream: ByteStream) -> Look {
    do throws(SparkError) {
      return try stream.hash(objects.open(digest)).digest == digest.bytes ? .whole : .differs
    } catch {
      return error.code == .missing ? .gone : .unreadable(error.reason)
    }
  }
}
