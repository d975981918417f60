public import SparkFormat
internal import SparkStore
public import SparkSystem

extension RegisterDirectory {
  /// Hands an object to `sink`, piece by piece; false when it is not here.
  ///
  /// Throws `damaged` after the last piece when the bytes are not what the name says.
  public func stream(_ digest: Digest, to sink: ([UInt8]) throws(SparkError) -> Void)
    throws(SparkError) -> Bool
  {
    let path = RawPath(RegisterLayout.object(digest))
    let file: Descriptor
    do { file = try root.file(path) } catch {
      if error.code == .missing { return false }
      throw error
    }
    let result = try unsafe ByteStream().read(file) { bytes throws(SparkError) in
      try sink(unsafe Array(bytes))
    }
    guard result.digest == digest.bytes else {
      throw SparkError(.damaged, "read", file.path, Sentence.damaged.text)
    }
    return true
  }
}
