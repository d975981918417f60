public import SparkFormat
public import SparkSystem

/// Which key files of a tree are there: a look at names alone, for whoever says what captures wait for.
public struct KeyPresence: Sendable {
  private let keys: Directory?
  /// Whether an unlocked keyring is at hand.
  public let isUnlocked: Bool

  /// Looks where the environment says that the configuration is; what cannot be read is not there.
  public init(tree: CaptureID) {
    self.init(tree: tree, config: ConfigHome.path(), runtime: RuntimePlace.look().path)
  }

  /// Looks in these places.
  public init(tree: CaptureID, config: RawPath?, runtime: RawPath?) {
    keys = config.flatMap { config in
      (try? Directory(path: config)).flatMap {
        try? $0.directory(RawPath(ConfigLayout.keys(tree)))
      }
    }
    let unlocked = runtime.flatMap { runtime in
      (try? Directory(path: runtime)).flatMap {
        try? $0.directory(RawPath(ConfigLayout.unlockedKeys))
      }
    }
    isUnlocked = unlocked.map { Self.has(ConfigLayout.unlocked(tree), $0) } ?? false
  }

  /// Whether there are secrets under a passphrase.
  public var hasKeyring: Bool { keys.map { Self.has(ConfigLayout.keyring, $0) } ?? false }

  /// Whether a generation's statement is there.
  public func hasStatement(_ generation: Int) -> Bool {
    keys.map { Self.has(ConfigLayout.statement(generation), $0) } ?? false
  }

  /// This device's secret for tags and places; nil when it is not there, or not whole.
  var tag: Octets32? {
    guard let bytes = try? keys?.contentsIfAny(RawPath(ConfigLayout.tag), limit: 4096) else {
      return nil
    }
    return Octets32(hex: String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  /// The digest of a generation's statement; nil when it is not there or cannot be read.
  public func statementDigest(_ generation: Int) -> Digest? {
    guard let keys,
      let bytes = try? keys.contentsIfAny(
        RawPath(ConfigLayout.statement(generation)), limit: 1 << 20)
    else { return nil }
    return Digest(Blake2b256.hash(bytes))
  }

  private static func has(_ name: String, _ directory: Directory) -> Bool {
    (try? directory.exists(RawPath(name))) ?? false
  }
}
