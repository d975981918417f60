internal import SparkFormat
internal import SparkSystem

/// Reads all truths and receipts of a tree and compares them with each other, with the objects and
/// with what is derived from them.
struct VerifyTruths {
  let verify: VerifyTree
  let broken: [Digest: VerifyObjects.Broken]

  /// What the walk found out, beside its findings.
  struct Result {
    /// Captures whose marker or row must be looked at while nobody is in a step.
    var suspects: [CaptureID] = []
    /// The captures that name each broken or missing object.
    var concerned: [Digest: [CaptureID]] = [:]
    /// Sizes that truths say of objects that are broken.
    var sizes: [Digest: Int64] = [:]
    /// Objects that are missing.
    var missing: Set<Digest> = []
    /// The beginnings of all objects' digests, to find those that several captures name.
    var beginnings: [UInt64] = []
  }

  func run() throws(SparkError) -> Result {
    var result = Result()
    let captures = Captures(verify.tree)
    let looker = TruthLooker(
      tree: verify.tree, endpoint: verify.endpoint, broken: Set(broken.keys))
    for name in try monthNames() {
      let month = try captures.month(name)
      var alone: [(Flaw, CaptureID, String)] = []
      try month.forEachChunk(other: { entry in
        // Both are looked at from the truth's side; here only whether there is one.
        if let id = Self.receipt(entry) {
          if (try? month.exists(RawPath(id.utf8))) == false {
            alone.append((.receiptAlone, id, TreeLayout.receiptName(id)))
          }
        } else if let id = Self.sealed(entry) {
          if (try? month.exists(RawPath(id.utf8))) == false {
            alone.append((.sealedAlone, id, TreeLayout.sealedName(id)))
          }
        } else if Self.pruned(entry) == nil {
          verify.report.add(.alien, verify.shown("\(TreeLayout.captures)/\(name)", entry))
        }
      }) { ids throws(SparkError) in
        let looks = Workers.map(ids.count, context: {}) { _, place in
          looker.look(ids[place], month, name)
        }
        for (id, look) in zip(ids, looks) { collect(id, look, name, &result) }
      }
      for (flaw, id, file) in alone {
        verify.report.add(flaw, verify.shown("\(TreeLayout.captures)/\(name)/\(file)"), [id])
      }
    }
    return result
  }

  private func monthNames() throws(SparkError) -> [String] {
    let root = verify.tree.captures
    var months: [String] = []
    for year in try root.names() {
      guard Self.isNumber(year, digits: 4), let directory = try? root.directory(RawPath(year))
      else {
        verify.report.add(.alien, verify.shown(TreeLayout.captures, year))
        continue
      }
      let yearName = String(decoding: year, as: UTF8.self)
      for month in try directory.names() {
        if Self.isNumber(month, digits: 2),
          (try? directory.status(RawPath(month)).kind) == .directory
        {
          months.append("\(yearName)/\(String(decoding: month, as: UTF8.self))")
        } else {
          verify.report.add(.alien, verify.shown("\(TreeLayout.captures)/\(yearName)", month))
        }
      }
    }
    return months.sorted()
  }

  private static func isNumber(_ name: [UInt8], digits: Int) -> Bool {
    name.count == digits && name.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func receipt(_ name: [UInt8]) -> CaptureID? { id(name, ".receipt") }
  private static func sealed(_ name: [UInt8]) -> CaptureID? { id(name, ".sealed") }
  private static func pruned(_ name: [UInt8]) -> CaptureID? { id(name, ".pruned") }

  private static func id(_ name: [UInt8], _ suffix: String) -> CaptureID? {
    name.count == 36 + suffix.utf8.count && name[36...].elementsEqual(suffix.utf8)
      ? CaptureID(utf8: name[..<36]) : nil
  }

  private func collect(_ id: CaptureID, _ look: TruthLook, _ month: String, _ result: inout Result)
  {
    verify.report.captures += 1
    for found in look.flaws {
      verify.report.add(
        found.flaw, verify.shown("\(TreeLayout.captures)/\(month)/\(id.text)\(found.suffix)"), [id],
        detail: found.detail)
    }
    if look.isSuspect { result.suspects.append(id) }
    for digest in look.broken {
      result.concerned[digest, default: []].append(id)
      if digest == look.object { result.sizes[digest] = look.size }
    }
    for digest in look.missing {
      result.concerned[digest, default: []].append(id)
      result.missing.insert(digest)
    }
    if let object = look.object { result.beginnings.append(object.beginning) }
  }
}
