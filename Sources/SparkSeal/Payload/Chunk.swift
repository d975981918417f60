/// The measures of a payload: a nonce, then chunks of 64 KiB, each with a code of 16 bytes.
enum Chunk {
  static let size = 65536
  static let overhead = 16
  static let sealedSize = size + overhead
  static let nonceLength = 16

  /// How many chunks hold so many bytes; an empty payload is one empty chunk.
  static func count(of size: Int64) -> Int { max(1, Int((size + 65535) / 65536)) }

  /// How many chunks so many sealed bytes are, the last one perhaps cut short.
  static func count(ofSealed size: Int64) -> Int {
    max(1, Int((size + Int64(sealedSize) - 1) / Int64(sealedSize)))
  }

  /// What became of one chunk that was opened.
  enum Outcome {
    /// It is not the last, and its bytes are good.
    case more
    /// It is the last, and its bytes are good.
    case last
    /// Its bytes are good, but the payload does not end as it must.
    case stray(SealError)
    /// Nothing of it may be used.
    case refused(SealError)
  }
}
