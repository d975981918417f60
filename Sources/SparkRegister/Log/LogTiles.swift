internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Reads the tiles of a log.
struct LogTiles: Sendable {
  /// The log's folder.
  let log: Directory
  private static let bundleLimit = 256 * (LogBundle.longest + 2)

  /// The hashes of a tile; a partial one may have been taken away once the full one was there.
  func hashes(_ level: Int, _ number: Int64, width: Int) throws(SparkError) -> [Hash32] {
    let path = TilePath.hashes(level: level, number, width: width)
    let bytes = try read(path, or: TilePath.hashes(level: level, number), limit: 8192)
    let isFull = bytes.count == 8192
    guard bytes.count == width * 32 || isFull else { throw damaged(path) }
    return (0..<width).map { Hash32(exactly: Array(bytes[$0 * 32..<$0 * 32 + 32])) }
  }

  /// The bytes of a bundle's first `width` entries.
  func bundle(_ number: Int64, width: Int) throws(SparkError) -> [UInt8] {
    let path = TilePath.entries(number, width: width)
    if let bytes = try log.contentsIfAny(RawPath(path), limit: Self.bundleLimit) { return bytes }
    guard width < TilePath.width,
      let full = try log.contentsIfAny(RawPath(TilePath.entries(number)), limit: Self.bundleLimit)
    else { throw damaged(path) }
    let entries = try LogBundle.split(full, count: 256, place(number, 256))
    var bytes: [UInt8] = []
    for entry in entries[..<width] { LogBundle.append(entry, to: &bytes) }
    return bytes
  }

  /// The first `width` entries of a bundle.
  func entries(_ number: Int64, width: Int) throws(SparkError) -> [[UInt8]] {
    try LogBundle.split(bundle(number, width: width), count: width, place(number, width))
  }

  /// How many hashes a tile has in a log of this size.
  static func width(_ level: Int, _ number: Int64, size: Int64) -> Int {
    Int(min(256, (size >> Int64(8 * level)) - number * 256))
  }

  private func read(_ path: String, or full: String, limit: Int) throws(SparkError) -> [UInt8] {
    if let bytes = try log.contentsIfAny(RawPath(path), limit: limit) { return bytes }
    if path != full, let bytes = try log.contentsIfAny(RawPath(full), limit: limit) { return bytes }
    throw damaged(path)
  }

  /// The path of a bundle, for messages.
  func place(_ number: Int64, _ width: Int) -> RawPath {
    log.full(RawPath(TilePath.entries(number, width: width)))
  }

  /// A part of the log is missing or not what the checkpoint says.
  func damaged(_ path: String) -> SparkError { Self.damaged(log.full(RawPath(path))) }

  static func damaged(_ path: RawPath) -> SparkError {
    SparkError(.damaged, "read", path, Sentence.trail(.logDamaged(path: path.shown)).text)
  }
}
