/// A worker's buffer and hash for small files, used again for file after file.
public final class SmallFiles {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 64)
  private var hash = Blake2b256()

  /// Makes a buffer.
  public init() {}

  deinit { buffer.deallocate() }

  /// The whole contents of a file with their BLAKE2b-256; longer than `limit` is an error.
  ///
  /// With `isQuick` what one call gives is taken for all of it, as it is of a small file almost everywhere.
  public func contents(_ file: borrowing Descriptor, limit: Int, isQuick: Bool = false)
    throws(SparkError) -> (bytes: [UInt8], digest: [UInt8])
  {
    let count = try isQuick ? file.read(into: buffer) : file.read(into: buffer, at: 0)
    if count < buffer.count {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(bytes)
      return (Array(bytes), hash.finish())
    }
    let bytes = try file.contents(limit: limit)
    bytes.withUnsafeBytes { hash.update($0) }
    return (bytes, hash.finish())
  }
}
