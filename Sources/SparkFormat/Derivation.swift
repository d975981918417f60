/// The bytes whose BLAKE2b-256 an id is derived from.
public enum Derivation {
  /// The seed for the file at a place of a share, from the second on.
  public static func shareFileSeed(share: CaptureID, place: Int) -> [UInt8] {
    join([Array("spark-share-file".utf8), share.utf8, Array(String(place).utf8)])
  }

  /// The seed for a file that stays where it is, at `path` below the inbox.
  ///
  /// `previous` is the last capture of the same path: a changed file gets another id, and so does
  /// one that changed back.
  public static func keepSeed(
    inbox: [UInt8], path: [UInt8], object: Digest, previous: CaptureID?
  ) -> [UInt8] {
    join([Array("spark-keep".utf8), inbox, path, Array(object.hex.utf8), previous?.utf8 ?? []])
  }

  private static func join(_ parts: [[UInt8]]) -> [UInt8] {
    Array(parts.joined(separator: [0]))
  }
}
