/// A path: bytes, with `/` between its components.
public struct FilePath: Hashable, Sendable {
  /// The path as the file system takes it.
  public let bytes: [UInt8]

  /// Takes the bytes as they are.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Takes the UTF-8 of `text` as it is.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Joins components with `/`.
  public init(components: [FileName], absolute: Bool = false) {
    bytes = (absolute ? [0x2F] : []) + components.map(\.bytes).joined(separator: [0x2F])
  }

  /// Decodes the form of records.
  ///
  /// Nil when an escape is broken or stands for `/` or for a zero byte, which no name can hold.
  public init?(encoded: [UInt8]) {
    self.init(encoded: encoded[...])
  }

  /// Decodes the form of records.
  public init?(encoded: String) {
    self.init(encoded: Array(encoded.utf8)[...])
  }

  init?(encoded: ArraySlice<UInt8>) {
    guard let bytes = PercentEncoding.decode(encoded), !bytes.contains(0) else { return nil }
    func slashes(_ bytes: some Sequence<UInt8>) -> Int { bytes.count { $0 == 0x2F } }
    guard slashes(bytes) == slashes(encoded) else { return nil }
    self.bytes = bytes
  }

  /// The percent-encoded form, each component by itself, for records and for a terminal.
  public var encoded: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    appendEncoded(to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The names between the slashes; empty ones are left out.
  public var components: [FileName] {
    bytes.split(separator: 0x2F).map { FileName(Array($0)) }
  }

  /// Whether it begins at the root.
  public var isAbsolute: Bool {
    bytes.first == 0x2F
  }

  /// The path of `name` in the directory that this path names.
  public func appending(_ name: FileName) -> FilePath {
    bytes.isEmpty || bytes.last == 0x2F
      ? FilePath(bytes + name.bytes) : FilePath(bytes + [0x2F] + name.bytes)
  }

  /// The last component, if there is one.
  public var lastComponent: FileName? {
    bytes.split(separator: 0x2F).last.map { FileName(Array($0)) }
  }

  /// The path without its last component; nil when nothing would be left.
  public var parent: FilePath? {
    let names = components.dropLast()
    return names.isEmpty ? nil : FilePath(components: Array(names), absolute: isAbsolute)
  }

  func appendEncoded(to encoded: inout [UInt8]) {
    var first = true
    for component in bytes.split(separator: 0x2F, omittingEmptySubsequences: false) {
      if !first { encoded.append(0x2F) }
      first = false
      PercentEncoding.append(component, to: &encoded)
    }
  }
}
