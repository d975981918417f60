internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The room under a tree's ceiling and on its disk: asked for before a file is taken, given back when it
/// is not kept.
struct Room {
  let tree: EndpointTree
  let record: EndpointRecord
  /// Whether bytes are copied into the store; a file that becomes an object itself needs no more space.
  let copies: Bool

  /// What was said to one request for room.
  enum Reply: Sendable {
    case fits
    case overCeiling
    case diskFull
  }

  private var ceiling: Int64? {
    if case .bytes(let bytes) = record.ceiling { return bytes }
    return nil
  }

  /// Asks for room; nil when the ledger has to be counted first.
  func reserve(_ sizes: [Int64], counted: Bool) throws(SparkError) -> (
    replies: [Reply], held: Int64
  )? {
    var disk = DiskAllowance(try tree.root.fileSystem())
    // What no ceiling lets in has a sentence of its own, however full the disk is.
    let hasSpace = sizes.map { $0 > ceiling ?? .max || disk.takes(copies ? $0 : 0) }
    let asked = zip(sizes, hasSpace).filter(\.1).map(\.0)
    switch try tree.ledger.reserve(asked, ceiling: ceiling, final: counted) {
    case .decided(let fits, let held):
      var rest = fits[...]
      let replies = hasSpace.map { hasSpace -> Reply in
        guard hasSpace else { return .diskFull }
        return rest.popFirst() == true ? .fits : .overCeiling
      }
      return (replies, held)
    case .countFirst: return nil
    }
  }

  /// Gives room back, or takes more where what was claimed had grown.
  func release(_ bytes: Int64) throws(SparkError) {
    if bytes != 0 { try tree.ledger.subtract(bytes) }
  }

  /// Why there was no room, as a sentence.
  func refusal(_ reply: Reply, size: Int64, held: Int64) -> String {
    if case .diskFull = reply { return Sentence.diskFloor.text }
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

/// How much of a disk may still be used: 5 % of it, or 1 GiB where that is less, stays free, for whatever
/// else has to be written there.
struct DiskAllowance {
  private var rest: Int64

  init(_ disk: FileSystem) {
    // Some network mounts do not know their size.
    rest = disk.size == 0 ? .max : disk.free - min(disk.size / 20, 1 << 30)
  }

  /// Whether so many bytes may be written; they are then taken off.
  mutating func takes(_ size: Int64) -> Bool {
    guard rest >= 0, size <= rest else { return false }
    rest -= size
    return true
  }
}
