/// What a sealed record holds once it is opened: which sealed copy it is about, the truth, and the record
/// of the share that the capture came with.
public struct MomentRecord: Equatable, Sendable {
  private static let what = "spark-moment"

  /// The sealed copy.
  public var object: Digest
  /// Its size in bytes.
  public var size: Int64
  /// The truth, byte for byte.
  public var truth: [UInt8]
  /// The share's record, byte for byte; empty without a share.
  public var share: [UInt8]

  /// Makes a record of its values.
  public init(object: Digest, size: Int64, truth: [UInt8], share: [UInt8] = []) {
    self.object = object
    self.size = size
    self.truth = truth
    self.share = share
  }

  /// Reads the three records, which stand one after the other.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    let (head, rest) = try MomentRecord.split(bytes[...])
    let (truth, share) = try MomentRecord.split(rest)
    var object: Digest?
    var size: Int64?
    try RecordReader.read(Array(head), MomentRecord.what) { field throws(FormatError) in
      switch field.name {
      case "SealedObject": try field.store(try field.digest(), in: &object)
      case "SealedSize": try field.store(try field.count(), in: &size)
      default: break
      }
    }
    self.object = try RecordReader.require(object, MomentRecord.what, "SealedObject")
    self.size = try RecordReader.require(size, MomentRecord.what, "SealedSize")
    self.truth = Array(truth)
    self.share = Array(share)
  }

  /// The first record with its empty line, and what follows.
  private static func split(_ bytes: ArraySlice<UInt8>) throws(FormatError)
    -> (ArraySlice<UInt8>, ArraySlice<UInt8>)
  {
    var place = bytes.startIndex
    while let end = bytes[place...].firstIndex(of: 0x0A) {
      let next = bytes.index(after: end)
      if next < bytes.endIndex, bytes[next] == 0x0A {
        return (bytes[...next], bytes[bytes.index(after: next)...])
      }
      place = next
    }
    throw FormatError(.malformed, what, "has no empty line at its end")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: MomentRecord.what + " 1", capacity: 256)
    writer.append("SealedObject", write: object.append)
    writer.append("SealedSize", String(size))
    return writer.finish() + truth + share
  }
}
