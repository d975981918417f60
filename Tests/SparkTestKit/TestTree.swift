public import SparkSystem

/// One name in a tree.
public struct TreeEntry: Sendable, Equatable, CustomStringConvertible {
  /// The path below the tree's top; empty for the top itself.
  public let path: [UInt8]
  /// What it is.
  public let kind: FileStatus.Kind
  /// The permission bits.
  public let mode: UInt32
  /// The length of a file; 0 for all else.
  public let size: Int64
  /// How many names a file has; 0 for all else.
  public let links: UInt32
  /// The BLAKE2b-256 of a file in hexadecimal, or where a link points.
  public let content: String
  let changed: FileStatus.Time

  /// The path as text; invalid UTF-8 is repaired.
  public var name: String { String(decoding: path, as: UTF8.self) }

  /// The entry in one line, for a failed test.
  public var description: String {
    "\(kind) \(String(mode, radix: 8)) \(size) \(links) \(content.prefix(12)) \(name)"
  }

  /// Two entries are equal when all but the time of their last change is.
  public static func == (left: TreeEntry, right: TreeEntry) -> Bool {
    left.path == right.path && left.kind == right.kind && left.mode == right.mode
      && left.size == right.size && left.links == right.links && left.content == right.content
  }
}

/// Reads a tree into a list, so that two can be compared.
public enum TestTree {
  /// Everything at and below a path, sorted by bytes, top first; nothing when it is not there.
  public static func read(_ path: RawPath, hashing: Bool = true) throws -> [TreeEntry] {
    var all: [TreeEntry] = []
    guard TestFiles.exists(path) else { return all }
    let top = try TestFiles.status(path)
    if top.kind == .directory {
      all.append(entry([], top, content: ""))
      try walk(try Directory(path: path), [], hashing, &all)
    } else {
      let isHashed = hashing && top.kind == .regular
      let bytes = isHashed ? try TestFiles.read(path) : []
      all.append(entry([], top, content: isHashed ? hexadecimal(Blake2b256.hash(bytes)) : ""))
    }
    return all.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// The ordinary files below a path, sorted by bytes.
  public static func files(_ path: RawPath) throws -> [TreeEntry] {
    try read(path).filter { $0.kind == .regular }
  }

  private static func walk(
    _ directory: Directory, _ prefix: [UInt8], _ hashing: Bool, _ all: inout [TreeEntry]
  ) throws {
    for name in try directory.names() {
      // A tree that is being worked on loses names between the listing and the look.
      guard let status = try directory.statusIfAny(RawPath(name)) else { continue }
      let path = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
      switch status.kind {
      case .directory:
        all.append(entry(path, status, content: ""))
        do { try walk(try directory.directory(RawPath(name)), path, hashing, &all) } catch {
          if (error as? SparkError)?.code != .missing { throw error }
        }
      case .regular where hashing:
        do {
          let digest = try ByteStream().hash(try directory.file(RawPath(name))).digest
          all.append(entry(path, status, content: hexadecimal(digest)))
        } catch {
          if error.code != .missing { throw error }
        }
      case .symbolicLink:
        let target = try directory.readLink(RawPath(name))
        all.append(entry(path, status, content: String(decoding: target, as: UTF8.self)))
      default:
        all.append(entry(path, status, content: ""))
      }
    }
  }

  private static func entry(_ path: [UInt8], _ status: FileStatus, content: String) -> TreeEntry {
    let isFile = status.kind == .regular
    return TreeEntry(
      path: path, kind: status.kind, mode: status.mode, size: isFile ? status.size : 0,
      links: isFile ? status.links : 0, content: content, changed: status.changed)
  }

  /// Bytes in lower-case hexadecimal.
  public static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
