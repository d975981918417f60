internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The room under a tree's ceiling: asked for before a file is taken, given back when it is not kept.
struct Room {
  let tree: EndpointTree
  let record: EndpointRecord

  private var ceiling: Int64? {
    if case .bytes(let bytes) = record.ceiling { return bytes }
    return nil
  }

  /// Asks for room; nil when the ledger has to be counted first.
  func reserve(_ sizes: [Int64], counted: Bool) throws(SparkError) -> (fits: [Bool], held: Int64)? {
    switch try tree.ledger.reserve(sizes, ceiling: ceiling, final: counted) {
    case .decided(let fits, let held): (fits, held)
    case .countFirst: nil
    }
  }

  /// Gives room back, or takes more where what was claimed had grown.
  func release(_ bytes: Int64) throws(SparkError) {
    if bytes != 0 { try tree.ledger.subtract(bytes) }
  }

  /// Why there was no room, as a sentence.
  func refusal(size: Int64, held: Int64) -> String {
    let limit = ByteCount(ceiling ?? 0)
    if size > ceiling ?? .max {
      return Sentence.fileTooLarge(size: ByteCount(size), ceiling: limit).text
    }
    let held = ByteCount(held)
    return switch record.prepares {
    case nil: Sentence.ceilingNowhere(held: held, ceiling: limit).text
    case .sealing: Sentence.ceilingCloud(held: held, ceiling: limit).text
    default: Sentence.ceilingNear(held: held, ceiling: limit, name: record.name).text
    }
  }
}
