internal import SparkFormat
internal import SparkSystem

/// Looks for names that are not Spark's, and for records outside the trees that cannot be read.
struct VerifyPlaces {
  let home: StoreHome
  let report: VerifyReport

  private static let homeNames: Set<String> = [
    StoreLayout.version, StoreLayout.schema, StoreLayout.inbox, StoreLayout.inboxes,
    StoreLayout.current, StoreLayout.endpoints, StoreLayout.retired,
  ]

  private static let treeNames: Set<String> = [
    TreeLayout.endpoint, TreeLayout.lock, TreeLayout.landed, TreeLayout.weather,
    TreeLayout.checkpoint, TreeLayout.checkpointLock, TreeLayout.witnessed,
    TreeLayout.captures,
    TreeLayout.carriers, TreeLayout.held, TreeLayout.heldBytes, TreeLayout.journal,
    TreeLayout.objects, TreeLayout.outbox, TreeLayout.shared, TreeLayout.tmp, "mirror",
  ]

  /// Looks at the home, its trees' numbers and its inboxes' records.
  func lookAtHome() throws(SparkError) {
    for name in try home.root.names() where !Self.homeNames.contains(Self.text(name)) {
      // The link that a process was about to make current when it died.
      let isDraft = Self.text(name).hasPrefix(".current-")
      report.add(isDraft ? .litter : .alien, FileName(name).encoded)
    }
    if (try? home.currentTree()) == nil {
      let number = try? home.currentNumber()
      let isLeft = try home.retiredTrees().contains { $0.number == number }
      report.add(isLeft ? .signOutUnfinished : .currentWrong, StoreLayout.current)
    }
    let endpoints = try home.root.directory(RawPath(StoreLayout.endpoints))
    for name in try endpoints.names() {
      let path = "\(StoreLayout.endpoints)/\(FileName(name).encoded)"
      if name.first == UInt8(ascii: ".") {
        report.add(.litter, path)
      } else if StoreLayout.treeNumber(fromLink: "\(StoreLayout.endpoints)/\(Self.text(name))")
        == nil
      {
        report.add(.alien, path)
      }
    }
    try lookAtInboxes()
  }

  private func lookAtInboxes() throws(SparkError) {
    let inboxes: Directory
    do { inboxes = try home.root.directory(RawPath(StoreLayout.inboxes)) } catch {
      guard error.code == .missing else { throw error }
      return report.add(.directoryMissing, StoreLayout.inboxes)
    }
    // A hidden one is a draft that a crash has left; the next writer replaces it, and nobody reads it.
    for name in try inboxes.names() where name.first != UInt8(ascii: ".") {
      let path = "\(StoreLayout.inboxes)/\(FileName(name).encoded)"
      let text = Self.text(name)
      do throws(SparkError) {
        if text.hasSuffix(".seen") {
          try lookAtSeen(inboxes.directory(RawPath(name)), path)
        } else if let bytes = try inboxes.contentsIfAny(RawPath(name)) {
          try StoreRecord.parse(bytes, RawPath(name)) { bytes throws(FormatError) in
            if text.hasSuffix(".notes") {
              _ = try NoteRecord.parseMany(bytes)
            } else {
              _ = try InboxRecord(parsing: Record.tidied(bytes))
            }
          }
        }
      } catch { report.add(.torn, path, detail: error.reason) }
    }
  }

  private func lookAtSeen(_ seen: Directory, _ path: String) throws(SparkError) {
    for name in try seen.names() where name.first != UInt8(ascii: ".") {
      guard let bytes = try seen.contentsIfAny(RawPath(name), limit: 1 << 20) else { continue }
      do { _ = try SeenRecord(parsing: bytes) } catch {
        report.add(.torn, "\(path)/\(FileName(name).encoded)", detail: error.text)
      }
    }
  }

  /// Looks at the names of a tree and of its work list, and at its weather.
  func lookAtTree(_ tree: EndpointTree) throws(SparkError) {
    let path = StoreLayout.tree(tree.number)
    for name in try tree.root.names() where !Self.treeNames.contains(Self.text(name)) {
      report.add(.alien, "\(path)/\(FileName(name).encoded)")
    }
    for name in try tree.root.directory(RawPath(TreeLayout.outbox)).names()
    where State(rawValue: Self.text(name)) == nil {
      report.add(.alien, "\(path)/\(TreeLayout.outbox)/\(FileName(name).encoded)")
    }
    if let bytes = try tree.root.contentsIfAny(RawPath(TreeLayout.weather), limit: 1 << 20),
      (try? WeatherRecord(parsing: bytes)) == nil
    {
      report.add(.torn, "\(path)/\(TreeLayout.weather)")
    }
  }

  private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
