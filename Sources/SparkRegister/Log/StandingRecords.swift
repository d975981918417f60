internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The records that stand in a register, in the order of their names.
struct StandingRecords {
  private static let limit = 16 << 20
  private static let mark = "-> spark-tag "
  let register: RegisterDirectory

  /// An entry for each record that can be read, as its log begins with them.
  static func entries(_ register: RegisterDirectory) throws(SparkError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try StandingRecords(register: register).forEach { entry, _ throws(SparkError) in
      if let entry { lines.append(entry.line) }
    }
    return lines
  }

  /// Calls `body` with the entry that each record would get, or nil for one that cannot be read, and its
  /// path below the register.
  func forEach(_ body: (TrailEntry?, String) throws(SparkError) -> Void) throws(SparkError) {
    let base = register.isSealed ? RegisterLayout.records : RegisterLayout.moments
    try walk(register.records, base, depth: register.isSealed ? 1 : 2, body)
  }

  private func walk(
    _ folder: Directory, _ path: String, depth: Int,
    _ body: (TrailEntry?, String) throws(SparkError) -> Void
  ) throws(SparkError) {
    for name in try folder.textNames().sorted() {
      let inner = "\(path)/\(name)"
      if depth > 0 {
        let folder = try folder.directory(RawPath(name))
        try walk(folder, inner, depth: depth - 1, body)
      } else {
        let bytes = try folder.contents(RawPath(name), limit: Self.limit)
        try body(try entry(bytes, name), inner)
      }
    }
  }

  /// The entry of one record.
  private func entry(_ bytes: [UInt8], _ name: String) throws(SparkError) -> TrailEntry? {
    let record = Digest(Blake2b256.hash(bytes))
    if register.isSealed {
      guard let place = Octets32(hex: name), let mark = Self.mark(of: bytes) else { return nil }
      let size = try register.root.statusIfAny(RawPath(RegisterLayout.object(mark.object)))?.size
      return TrailEntry(
        .recorded, place: place, tag: mark.tag, record: record, object: mark.object, bytes: size,
        time: .now().utc)
    }
    guard let truth = try? CaptureRecord(parsing: bytes), truth.id.text == name else { return nil }
    return TrailEntry(
      .recorded, id: truth.id, record: record, object: truth.object, bytes: truth.objectSize,
      time: .now())
  }

  /// What a sealed record's header says to everybody.
  static func mark(of bytes: [UInt8]) -> (tag: Octets32, object: Digest)? {
    for line in bytes.prefix(65536).split(separator: 0x0A) {
      if line.starts(with: "---".utf8) { return nil }
      guard line.starts(with: mark.utf8) else { continue }
      let words = line.dropFirst(mark.utf8.count).split(separator: 0x20)
      guard words.count == 2, let tag = Octets32(hex: String(decoding: words[0], as: UTF8.self)),
        let object = Digest(hexUTF8: words[1])
      else { return nil }
      return (tag, object)
    }
    return nil
  }
}
