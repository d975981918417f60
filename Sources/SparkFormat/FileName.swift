/// One file name: bytes, never `String`, because NFC and NFD name two files.
public struct FileName: Hashable, Sendable {
  /// The name as the file system has it.
  public let bytes: [UInt8]

  /// Takes the bytes as they are.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Takes the UTF-8 of `text` as it is.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Decodes the form of records, or nil when an escape is broken.
  public init?(encoded: [UInt8]) {
    self.init(encoded: encoded[...])
  }

  /// Decodes the form of records, or nil when an escape is broken.
  public init?(encoded: String) {
    self.init(encoded: Array(encoded.utf8)[...])
  }

  init?(encoded: ArraySlice<UInt8>) {
    guard let bytes = PercentEncoding.decode(encoded) else { return nil }
    self.bytes = bytes
  }

  /// The percent-encoded form, for records and for a terminal.
  public var encoded: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    appendEncoded(to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  func appendEncoded(to encoded: inout [UInt8]) {
    PercentEncoding.append(bytes[...], to: &encoded)
  }
}
