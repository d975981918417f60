internal import SparkSystem

/// One file being opened: groups of chunks on any thread, their bytes released in order.
final class OpenJob: @unchecked Sendable {
  /// What is known before the first chunk is opened.
  struct Plan {
    let key: PayloadKey
    /// Where the chunks begin.
    let start: Int64
    /// How many bytes they are.
    let size: Int64

    init(_ source: borrowing Descriptor, _ header: AgeHeader, _ fileKey: FileKey)
      throws(OpenError)
    {
      let all: Int64
      var nonce = [UInt8](repeating: 0, count: Chunk.nonceLength)
      do throws(SparkError) {
        all = try source.status().size
        try source.read(into: &nonce, at: Int64(header.length))
      } catch { throw .system(error) }
      guard nonce.count == Chunk.nonceLength else { throw .seal(.header("its nonce is cut short")) }
      key = PayloadKey(fileKey, nonce: nonce)
      start = Int64(header.length + Chunk.nonceLength)
      size = max(0, all - start)
    }

    /// How many plain bytes there are, when the payload ends as it must.
    var plainSize: Int64 { max(0, size - Int64(chunks * Chunk.overhead)) }
    var chunks: Int { Chunk.count(ofSealed: size) }
    var groups: Int { (chunks + GroupBuffer.chunks - 1) / GroupBuffer.chunks }

    /// Reads and opens one chunk; `stray` says what is wrong behind its bytes, which are good.
    func open(
      _ number: Int, _ source: borrowing Descriptor, _ buffer: GroupBuffer,
      into plain: UnsafeMutablePointer<UInt8>
    ) throws(OpenError) -> (count: Int, stray: SealError?) {
      let place = Int64(number) * Int64(Chunk.sealedSize)
      let wanted = Int(min(Int64(Chunk.sealedSize), size - place))
      let room = UnsafeMutableRawBufferPointer(start: buffer.sealed, count: wanted)
      let count: Int
      do { count = try source.read(into: room, at: start + place) } catch { throw .system(error) }
      switch key.open(
        buffer.sealed, count, into: plain, number: number, atEnd: number == chunks - 1)
      {
      case .more, .last: return (count - Chunk.overhead, nil)
      case .stray(let error): return (count - Chunk.overhead, error)
      case .refused(let error): throw .seal(error)
      }
    }
  }

  private let plan: Plan
  private let chunks: Int
  private let source: UnsafePointer<Descriptor>
  // Only for the thread whose turn it is.
  private var sink: ((UnsafeRawBufferPointer) throws(SparkError) -> Void)?
  private var released: Int64 = 0
  private var failure: OpenError?

  /// The file stays open until the work is done.
  init(
    _ plan: Plan, _ source: UnsafePointer<Descriptor>,
    _ sink: @escaping (UnsafeRawBufferPointer) throws(SparkError) -> Void
  ) {
    self.plan = plan
    self.source = source
    self.sink = sink
    chunks = plan.chunks
  }

  /// Reads and opens a group; on any thread, in any order.
  func open(_ group: Int, _ buffer: GroupBuffer) {
    buffer.clear()
    do throws(OpenError) { try fill(group, buffer) } catch { buffer.failure = error }
  }

  private func fill(_ group: Int, _ buffer: GroupBuffer) throws(OpenError) {
    let first = group * GroupBuffer.chunks
    for number in first..<min(first + GroupBuffer.chunks, chunks) {
      let (count, stray) = try plan.open(
        number, source.pointee, buffer, into: buffer.body + buffer.count)
      buffer.count += count
      if let stray { throw .seal(stray) }
    }
  }

  /// Hands on what of a group is good, in order; false ends the work.
  func release(_ group: Int, _ buffer: GroupBuffer) -> Bool {
    do throws(SparkError) {
      if buffer.count > 0 { try sink?(buffer.bytes) }
      released += Int64(buffer.count)
    } catch {
      failure = .system(error)
      return false
    }
    failure = buffer.failure
    return failure == nil
  }

  /// How it ended; the sink is let go of.
  func end() -> Result<Int64, OpenError> {
    sink = nil
    if let failure { return .failure(failure) }
    return .success(released)
  }
}
