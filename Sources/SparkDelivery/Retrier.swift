public import SparkFormat
public import SparkStore
public import SparkSystem

/// Puts blocked rows back into the list, their stories cleared.
///
/// A row is taken by a rename under a carrier of its own, rewritten there, and put where it came from.
/// Killed in between, it lies under a dead carrier, and the next sender puts it back into the list: its
/// old story then counts as due, so it is tried all the same.
public struct Retrier {
  private let tree: EndpointTree

  /// Works on this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// What became of one row.
  public enum Outcome: Sendable {
    /// It is in the list again.
    case queued
    /// Its file is gone, and no try can bring it back.
    case lost
    /// It is not blocked, or another process was first.
    case notBlocked
  }

  /// The blocked rows, with what is known of them.
  public func blocked() throws(SparkError) -> [RowRecord] {
    var rows: [RowRecord] = []
    for id in try tree.outbox.ids(.blocked).sorted() {
      if let row = try row(id) { rows.append(row) }
    }
    return rows
  }

  /// Those of these captures that are blocked; the others' rows are not looked at.
  public func blocked(among ids: Set<CaptureID>) throws(SparkError) -> [RowRecord] {
    var rows: [RowRecord] = []
    for id in ids.sorted() { if let row = try row(id) { rows.append(row) } }
    return rows
  }

  private func row(_ id: CaptureID) throws(SparkError) -> RowRecord? {
    do { return try tree.outbox.row(id, .blocked) } catch {
      // One that cannot be read has lost its story; it still is a blocked row.
      if error.code == .malformed { return RowRecord(id: id) }
      throw error
    }
  }

  /// Puts these rows back.
  public func retry(_ ids: [CaptureID]) throws(SparkError) -> [(CaptureID, Outcome)] {
    if ids.isEmpty { return [] }
    let carrier = try Carrier(tree)
    var outcomes: [(CaptureID, Outcome)] = []
    for id in ids { outcomes.append((id, try retry(id, carrier))) }
    try carrier.finish()
    return outcomes
  }

  private func retry(_ id: CaptureID, _ carrier: Carrier) throws(SparkError) -> Outcome {
    guard let row = try row(id) else { return .notBlocked }
    if row.reason == .fileLost { return .lost }
    let outcome = try tree.whileLocked(.shared) { () throws(SparkError) -> Outcome in
      guard try carrier.take(id, from: .blocked, as: .uploading) else { return .notBlocked }
      try carrier.put(RowRecord(id: id), from: .uploading, to: Self.goal(row.from))
      return .queued
    }
    return outcome ?? .notBlocked
  }

  private static func goal(_ from: State?) -> State {
    switch from {
    case .sealing, .sealed, .uploaded: from ?? .staged
    default: .staged
    }
  }
}
