internal import SparkSystem

/// The memory of one group of chunks under way: few enough to stay in a processor's cache.
final class GroupBuffer: @unchecked Sendable {
  /// Chunks in a group.
  static let chunks = 4
  /// Room before the chunks, so that a header and the first of them are one write.
  static let room = 4096

  private let memory = UnsafeMutableRawPointer.allocate(
    byteCount: room + (chunks + 1) * Chunk.sealedSize + chunks * Chunk.size, alignment: 4096)
  /// The bytes that are ready, from ``start`` on.
  var count = 0
  /// How many plain bytes lie at ``plain``.
  var plainCount = 0
  /// Where they begin, counted from ``body``; less than 0 with a header.
  var start = 0
  /// What failed while they were made.
  var failure: OpenError?

  deinit { memory.deallocate() }

  /// Where the chunks lie.
  var body: UnsafeMutablePointer<UInt8> { (memory + Self.room).assumingMemoryBound(to: UInt8.self) }

  /// Where one sealed chunk lies that is about to be opened.
  var sealed: UnsafeMutablePointer<UInt8> { body + Self.chunks * Chunk.sealedSize }

  /// Where the plain bytes lie that are being sealed.
  var plain: UnsafeMutablePointer<UInt8> { sealed + Chunk.sealedSize }

  /// The plain bytes that are being sealed.
  var plainBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: plain, count: plainCount) }

  /// What is ready.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: body + start, count: count) }

  /// Puts bytes before the chunks; false where they are more than there is room for.
  func prepend(_ head: [UInt8]) -> Bool {
    guard head.count <= Self.room else { return false }
    start = -head.count
    count += head.count
    head.withUnsafeBytes { head in
      UnsafeMutableRawBufferPointer(start: body - head.count, count: head.count)
        .copyMemory(from: head)
    }
    return true
  }

  /// Readies it for another group.
  func clear() {
    count = 0
    plainCount = 0
    start = 0
    failure = nil
  }
}
