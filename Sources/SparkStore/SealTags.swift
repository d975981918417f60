public import SparkFormat
internal import SparkSystem

/// What this device calls a sealed capture: names that say something only to whoever has its secret.
public struct SealTags: Sendable {
  private let secret: [UInt8]

  /// Takes the device's secret.
  public init(_ secret: Octets32) { self.secret = secret.bytes }

  /// The tag of a capture with this object: two sealed copies with one tag are of the same capture.
  public func tag(_ id: CaptureID, _ plainObject: Digest) -> Octets32 {
    keyed(Array("spark-tag".utf8) + [0] + id.utf8 + [0] + Array(plainObject.hex.utf8))
  }

  /// Where a capture's sealed record stands at a landing.
  public func place(_ id: CaptureID) -> Octets32 {
    keyed(Array("spark-place".utf8) + [0] + id.utf8)
  }

  private func keyed(_ bytes: [UInt8]) -> Octets32 {
    Octets32(Blake2b256.hash(bytes, key: secret))
  }
}
