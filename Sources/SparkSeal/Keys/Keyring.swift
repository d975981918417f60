public import SparkFormat

/// The secrets of one tree's keys.
///
/// As bytes they are an age identity file with comments, so that `age -d -i` works with it.
public struct Keyring: Sendable {
  static let format = "# spark-keyring 1"

  /// The organisation's root key, only where it is kept.
  public var root: RootKey?
  /// This device's secret for tags and places.
  public var tag: Octets32?
  /// The identities by their generation.
  public var identities: [Int: Identity]

  /// Makes a keyring of its secrets.
  public init(root: RootKey? = nil, tag: Octets32? = nil, identities: [Int: Identity] = [:]) {
    self.root = root
    self.tag = tag
    self.identities = identities
  }

  /// Reads a keyring; anything that would be written differently is refused.
  public init(parsing bytes: [UInt8]) throws(KeyFault) {
    self.init()
    var lines = try Keyring.lines(bytes)[...]
    guard lines.popFirst() == Keyring.format else { throw .unreadable("it is no keyring") }
    if let hex = lines.first?.dropping("# root: ") {
      guard let seed = Octets32(hex: hex) else { throw .unreadable("its root key is malformed") }
      root = RootKey(seed: seed)
      lines.removeFirst()
    }
    if let hex = lines.first?.dropping("# tag: ") {
      guard let tag = Octets32(hex: hex) else { throw .unreadable("its tag is malformed") }
      self.tag = tag
      lines.removeFirst()
    }
    var last = 0
    while let line = lines.popFirst() {
      guard let (generation, recipient) = Keyring.heading(line), generation > last else {
        throw .unreadable("a line is none of a keyring's")
      }
      guard let text = lines.popFirst(), let identity = try? Identity(parsing: text),
        identity.text == text, identity.recipient.text == recipient
      else { throw .unreadable("the identity of generation \(generation) is malformed") }
      identities[generation] = identity
      last = generation
    }
  }

  /// The keyring's bytes.
  public var serialized: [UInt8] {
    var text = Keyring.format + "\n"
    if let root { text += "# root: \(Octets32(root.seed).hex)\n" }
    if let tag { text += "# tag: \(tag.hex)\n" }
    for (generation, identity) in identities.sorted(by: { $0.key < $1.key }) {
      text += "# generation \(generation): \(identity.recipient.text)\n\(identity.text)\n"
    }
    return Array(text.utf8)
  }

  /// The keyring without the root's secret, which nothing but a rotation needs.
  var withoutRoot: Keyring { Keyring(tag: tag, identities: identities) }

  /// The first generation whose identity is not the one that its statement names.
  func mismatch(_ chain: KeyChain) -> Int? {
    identities.sorted { $0.key < $1.key }.first { generation, identity in
      chain[generation].map { $0.recipient != identity.recipient } ?? false
    }?.key
  }

  /// The lines of a text whose every line is ended.
  static func lines(_ bytes: [UInt8]) throws(KeyFault) -> [String] {
    guard bytes.last == 0x0A, let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable("it is cut off, or no text")
    }
    return text.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func heading(_ line: String) -> (Int, String)? {
    guard let rest = line.dropping("# generation "), let colon = rest.utf8.firstIndex(of: 0x3A),
      let generation = ConfigLayout.generation(fromName: String(rest[..<colon])),
      let recipient = String(rest[colon...]).dropping(": ")
    else { return nil }
    return (generation, recipient)
  }
}

extension String {
  /// What stands behind a beginning; nil when it begins otherwise.
  func dropping(_ beginning: String) -> String? {
    utf8.starts(with: beginning.utf8)
      ? String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self) : nil
  }
}
