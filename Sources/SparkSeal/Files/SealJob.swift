internal import SparkSystem

/// One file being sealed: groups of chunks on any thread, their hash in order.
final class SealJob: @unchecked Sendable {
  /// What is known before the first byte is read.
  struct Plan {
    let size: Int64
    /// Header and nonce.
    let head: [UInt8]
    let key: PayloadKey

    var chunks: Int { Chunk.count(of: size) }
    var groups: Int { (chunks + GroupBuffer.chunks - 1) / GroupBuffer.chunks }
    var sealedSize: Int64 { Int64(head.count) + size + Int64(chunks * Chunk.overhead) }
  }

  private let plan: Plan
  private let chunks: Int
  private let source: UnsafePointer<Descriptor>
  private let target: UnsafePointer<Descriptor>
  // Only for the thread whose turn it is.
  private var hash = Blake2b256()
  private var failure: SparkError?

  /// Both files stay open until the work is done.
  init(
    _ plan: Plan, _ source: UnsafePointer<Descriptor>, _ target: UnsafePointer<Descriptor>
  ) {
    self.plan = plan
    self.source = source
    self.target = target
    chunks = plan.chunks
  }

  /// Reads, seals and writes a group; on any thread, in any order.
  func seal(_ group: Int, _ buffer: GroupBuffer) {
    buffer.clear()
    do throws(SparkError) { try fill(group, buffer) } catch { buffer.failure = .system(error) }
  }

  private func fill(_ group: Int, _ buffer: GroupBuffer) throws(SparkError) {
    let first = group * GroupBuffer.chunks
    for number in first..<min(first + GroupBuffer.chunks, chunks) {
      let place = Int64(number) * Int64(Chunk.size)
      let wanted = Int(min(Int64(Chunk.size), plan.size - place))
      let chunk = buffer.body + buffer.count
      let room = UnsafeMutableRawBufferPointer(start: chunk, count: wanted)
      guard try source.pointee.read(into: room, at: place) == wanted else {
        let path = source.pointee.path
        throw SparkError(
          .damaged, "read", path, "\(path.description) became shorter while it was sealed")
      }
      plan.key.seal(chunk, wanted, number: number, isLast: number == chunks - 1)
      buffer.count += wanted + Chunk.overhead
    }
    var place = Int64(plan.head.count) + Int64(first) * Int64(Chunk.sealedSize)
    if group == 0 {
      place = 0
      if !buffer.prepend(plan.head) {
        // So many recipients that they need a write of their own.
        try target.pointee.write(plan.head, at: 0)
        place = Int64(plan.head.count)
      }
    }
    try target.pointee.write(buffer.bytes, at: place)
  }

  /// Hashes a group that is ready, in order; false ends the work.
  func hash(_ group: Int, _ buffer: GroupBuffer) -> Bool {
    if case .system(let error) = buffer.failure {
      failure = error
      return false
    }
    if group == 0, buffer.start == 0 { plan.head.withUnsafeBytes { hash.update($0) } }
    hash.update(buffer.bytes)
    return true
  }

  /// The digest and the size of all that was written.
  func result() throws(SparkError) -> (digest: [UInt8], size: Int64) {
    if let failure { throw failure }
    return (hash.finish(), plan.sealedSize)
  }
}
