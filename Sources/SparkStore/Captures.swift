public import SparkFormat
public import SparkSystem

/// Reads the truths of one tree.
public struct Captures: Sendable {
  private let captures: Directory

  /// The truths of this tree.
  public init(_ tree: EndpointTree) { captures = tree.captures }

  /// A truth that was found.
  public struct Found: Sendable {
    /// The truth's bytes as they stand.
    public let bytes: [UInt8]
    /// The truth, parsed.
    public let record: CaptureRecord
    /// The month's directory that it stands in.
    public let month: Directory
  }

  /// The months there are, oldest first, as `yyyy/mm`.
  public func months() throws(SparkError) -> [String] {
    var all: [String] = []
    for year in try captures.textNames() where year.utf8.count == 4 {
      guard let directory = try? captures.directory(RawPath(year)) else { continue }
      for month in try directory.textNames() where month.utf8.count == 2 {
        all.append("\(year)/\(month)")
      }
    }
    return all
  }

  /// Whether there is none.
  public func isEmpty() throws(SparkError) -> Bool {
    for name in try months() where try !month(name).isEmpty() { return false }
    return true
  }

  /// Opens a month's directory.
  public func month(_ name: String) throws(SparkError) -> Directory {
    try captures.directory(RawPath(name))
  }

  /// Finds the truth with this id; nil when there is none.
  public func find(_ id: CaptureID) throws(SparkError) -> Found? {
    let name = RawPath(id.utf8)
    // The newest month first: what is asked for is mostly recent.
    for month in try months().reversed() {
      let directory = try self.month(month)
      guard let bytes = try directory.contentsIfAny(name, limit: 1 << 20) else { continue }
      let record = try StoreRecord.parse(bytes, directory.full(name)) {
        bytes throws(FormatError) in try CaptureRecord(parsing: bytes)
      }
      return Found(bytes: bytes, record: record, month: directory)
    }
    return nil
  }

  /// The truth with this id in a month's directory.
  public func record(_ id: CaptureID, in month: Directory) throws(SparkError) -> CaptureRecord {
    let name = RawPath(id.utf8)
    return try StoreRecord.parse(month.contents(name, limit: 1 << 20), month.full(name)) {
      bytes throws(FormatError) in try CaptureRecord(parsing: bytes)
    }
  }

  /// The ids in a month's directory, sorted; version 7 ids sort by the time they were made.
  public func ids(in month: Directory) throws(SparkError) -> [CaptureID] {
    var found: [CaptureID] = []
    try month.forEachEntry { entry throws(SparkError) in
      if let id = CaptureID(utf8: entry.name) { found.append(id) }
      return true
    }
    return found.sorted()
  }

  /// The note beside a truth that its bytes were pruned, or nil when there is none.
  public func pruned(_ id: CaptureID, in month: Directory) throws(SparkError) -> PrunedRecord? {
    let name = RawPath(TreeLayout.prunedName(id))
    guard let bytes = try month.contentsIfAny(name, limit: 1 << 20) else { return nil }
    return try StoreRecord.parse(bytes, month.full(name)) { bytes throws(FormatError) in
      try PrunedRecord(parsing: bytes)
    }
  }

  /// The receipt beside a truth, or nil when there is none.
  public func receipt(_ id: CaptureID, in month: Directory) throws(SparkError) -> ReceiptRecord? {
    let name = RawPath(TreeLayout.receiptName(id))
    guard let bytes = try month.contentsIfAny(name, limit: 1 << 20) else { return nil }
    return try StoreRecord.parse(bytes, month.full(name)) { bytes throws(FormatError) in
      try ReceiptRecord(parsing: bytes)
    }
  }
}
