internal import SparkFormat
internal import SparkSystem

/// Decides whether a place may hold a queue: one that the system empties may not.
enum HomePlace {
  /// A cache that backup tools skip says so with this line (bford.info/cachedir).
  private static let cacheSignature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)

  /// Throws `configuration` with the reason when the directory at `path` lies in such a place.
  static func check(_ path: RawPath) throws(SparkError) {
    if Environment.text("SPARK_ALLOW_PURGEABLE") == "1" { return }
    guard let resolved = nearestExisting(path) else { return }
    if try Directory(path: resolved).fileSystem().isInMemory { throw refusal(path, .tmpfs) }
    for place in ["/tmp", "/var/tmp"] where resolved.isInside(RawPath(place)) {
      throw refusal(path, .temporary)
    }
    for cache in caches() where resolved.isInside(cache) { throw refusal(path, .cache) }
    for ancestor in resolved.ancestors() {
      guard let directory = try? Directory(path: ancestor),
        let tag = try? directory.contents("CACHEDIR.TAG", limit: 1 << 20)
      else { continue }
      if tag.starts(with: cacheSignature) { throw refusal(path, .tagged) }
    }
  }

  private static func caches() -> [RawPath] {
    var all: [RawPath] = []
    if let cache = Environment.bytes("XDG_CACHE_HOME") { all.append(RawPath(cache)) }
    if let home = Environment.bytes("HOME") { all.append(RawPath(home).appending(".cache")) }
    return all.compactMap { Environment.resolved($0) }
  }

  private static func nearestExisting(_ path: RawPath) -> RawPath? {
    for candidate in path.ancestors() {
      if let resolved = Environment.resolved(candidate) { return resolved }
    }
    return nil
  }

  private static func refusal(_ path: RawPath, _ why: PurgeablePlace) -> SparkError {
    SparkError(
      .configuration, "use", path,
      Sentence.purgeable(path: path.shown, why: why).text)
  }
}
