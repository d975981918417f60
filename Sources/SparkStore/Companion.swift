public import SparkFormat

/// Bytes that captures name besides their own object: a share's record.
///
/// They become an object too.
public struct Companion: Sendable {
  /// The digest of the bytes.
  public let digest: Digest
  /// The bytes.
  public let bytes: [UInt8]
  let draft = CaptureID.fresh().text

  /// Makes a companion.
  public init(digest: Digest, bytes: [UInt8]) {
    self.digest = digest
    self.bytes = bytes
  }
}
