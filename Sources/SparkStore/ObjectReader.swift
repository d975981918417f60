public import SparkFormat
public import SparkSystem

/// Reads an object and checks on the way that its bytes still hash to its name.
public enum ObjectReader {
  /// Whether a capture's bytes are not here because they were pruned after they had been sent.
  public static func isPruned(_ found: CaptureFinder.Found) throws(SparkError) -> Bool {
    let record = found.truth.record
    guard try ObjectStore(found.tree).status(record.object) == nil,
      try found.truth.month.exists(RawPath(TreeLayout.receiptName(record.id)))
    else { return false }
    return try Captures(found.tree).pruned(record.id, in: found.truth.month) != nil
  }

  /// Hands the bytes to `sink`, piece by piece, and throws `damaged` after the last one when they are
  /// not what the name says, or at once when the object is gone.
  public static func stream(
    _ digest: Digest, of tree: EndpointTree, to sink: ([UInt8]) throws(SparkError) -> Void
  ) throws(SparkError) {
    let path = tree.root.full(RawPath(TreeLayout.object(digest)))
    let file: Descriptor
    do { file = try ObjectStore(tree).open(digest) } catch {
      guard error.code == .missing else { throw error }
      throw SparkError(.damaged, "open", path, Sentence.fileLost.text)
    }
    let result = try unsafe ByteStream().read(file) { bytes throws(SparkError) in
      try sink(unsafe Array(bytes))
    }
    guard result.digest == digest.bytes else {
      throw SparkError(.damaged, "read", path, Sentence.damaged.text)
    }
  }
}
