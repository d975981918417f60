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

  /// Where the plain bytes come from.
  enum Source {
    case plain(UnsafePointer<Descriptor>)
    /// Another sealed file, opened chunk by chunk: chunks are the same in both.
    case sealed(UnsafePointer<Descriptor>, OpenJob.Plan)
  }

  private let plan: Plan
  private let chunks: Int
  private let source: Source
  private let target: UnsafePointer<Descriptor>
  // Each only for the thread whose turn it is in its chain.
  private var hash = Blake2b256()
  private var plainHash = Blake2b256()
  private var failure: OpenError?

  /// Both files stay open until the work is done.
  init(_ plan: Plan, _ source: Source, _ target: UnsafePointer<Descriptor>) {
    self.plan = plan
    self.source = source
    self.target = target
    chunks = plan.chunks
  }

  /// Reads, seals and writes a group; on any thread, in any order.
  func seal(_ group: Int, _ buffer: GroupBuffer) {
    buffer.clear()
    do throws(OpenError) { try fill(group, buffer) } catch { buffer.failure = error }
  }

  private func fill(_ group: Int, _ buffer: GroupBuffer) throws(OpenError) {
    let first = group * GroupBuffer.chunks
    for number in first..<min(first + GroupBuffer.chunks, chunks) {
      let wanted = Int(min(Int64(Chunk.size), plan.size - Int64(number) * Int64(Chunk.size)))
      let plain = buffer.plain + buffer.plainCount
      guard try read(number, into: plain, wanted, buffer) == wanted else {
        throw .seal(.payload("it became shorter while it was sealed"))
      }
      plan.key.seal(
        plain, wanted, into: buffer.body + buffer.count, number: number,
        isLast: number == chunks - 1)
      buffer.plainCount += wanted
      buffer.count += wanted + Chunk.overhead
    }
    do { try write(group, first, buffer) } catch { throw .system(error) }
  }

  /// Reads a chunk's plain bytes.
  private func read(
    _ number: Int, into chunk: UnsafeMutablePointer<UInt8>, _ wanted: Int, _ buffer: GroupBuffer
  ) throws(OpenError) -> Int {
    switch source {
    case .plain(let file):
      let room = UnsafeMutableRawBufferPointer(start: chunk, count: wanted)
      do { return try file.pointee.read(into: room, at: Int64(number) * Int64(Chunk.size)) } catch {
        throw .system(error)
      }
    case .sealed(let file, let opening):
      let (count, stray) = try opening.open(number, file.pointee, buffer, into: chunk)
      if let stray { throw .seal(stray) }
      return count
    }
  }

  private func write(_ group: Int, _ first: Int, _ buffer: GroupBuffer) throws(SparkError) {
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
    try startWriting(group)
  }

  /// Keeps the disk busy while the processors are: a flush of gigabytes at the end would find it idle
  /// until then.
  private func startWriting(_ group: Int) throws(SparkError) {
    guard group % Self.stretch == 0, group >= 2 * Self.stretch else { return }
    // The stretch before the last one: every group of it is written, for fewer are under way.
    let first = Int64(group / Self.stretch - 2) * Self.stretchSize
    try target.pointee.startWriting(at: first, count: Self.stretchSize)
  }

  /// The same for what the stretches left, which is all of a photograph; tiny files are better off in
  /// one flush.
  private func startWritingRest() throws(SparkError) {
    guard plan.size >= 1 << 20 else { return }
    let done = Int64(max(0, (plan.groups - 1) / Self.stretch - 1)) * Self.stretchSize
    try target.pointee.startWriting(at: done, count: plan.sealedSize - done)
  }

  /// Groups in a stretch that goes to the disk together: 8 MiB.
  private static let stretch = 32
  private static let stretchSize = Int64(stretch * GroupBuffer.chunks * Chunk.sealedSize)

  /// Hashes a group that is ready, in order; false ends the work.
  func hash(_ group: Int, _ buffer: GroupBuffer) -> Bool {
    if let found = buffer.failure {
      failure = found
      return false
    }
    if group == 0, buffer.start == 0 { plan.head.withUnsafeBytes { hash.update($0) } }
    hash.update(buffer.bytes)
    return true
  }

  /// Hashes the plain bytes of a group, in order, beside ``hash(_:_:)``, which says what failed.
  func hashPlain(_ group: Int, _ buffer: GroupBuffer) -> Bool {
    if buffer.failure == nil { plainHash.update(buffer.plainBytes) }
    return true
  }

  /// The digest and the size of all that was written.
  func result() throws(OpenError) -> FileSealer.Sealed {
    if let failure { throw failure }
    do { try startWritingRest() } catch { throw .system(error) }
    return FileSealer.Sealed(
      digest: hash.finish(), size: plan.sealedSize, plainDigest: plainHash.finish())
  }
}
