/// A payload in memory: nonce and chunks.
enum Payload {
  /// Seals bytes; the nonce is given only to make a known payload again.
  static func seal(_ bytes: [UInt8], _ fileKey: FileKey, nonce: [UInt8]) -> [UInt8] {
    let key = PayloadKey(fileKey, nonce: nonce)
    let chunks = Chunk.count(of: Int64(bytes.count))
    let room = nonce.count + bytes.count + chunks * Chunk.overhead
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      _ = buffer[..<nonce.count].initialize(fromContentsOf: nonce)
      var place = nonce.count
      for number in 0..<chunks {
        let start = number * Chunk.size
        let part = bytes[start..<min(start + Chunk.size, bytes.count)]
        let target = buffer[place..<(place + part.count + Chunk.overhead)]
        _ = target.prefix(part.count).initialize(fromContentsOf: part)
        if let base = UnsafeMutableBufferPointer(rebasing: target).baseAddress {
          key.seal(base, part.count, into: base, number: number, isLast: number == chunks - 1)
        }
        place += part.count + Chunk.overhead
      }
      count = place
    }
  }

  /// Opens what stands behind a header, and hands on each chunk that is good, also when a later one
  /// is not.
  static func open(
    _ bytes: ArraySlice<UInt8>, _ fileKey: FileKey, _ release: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(SealError) {
    let nonce = Array(bytes.prefix(Chunk.nonceLength))
    guard nonce.count == Chunk.nonceLength else { throw .header("its nonce is cut short") }
    let key = PayloadKey(fileKey, nonce: nonce)
    let body = bytes.dropFirst(nonce.count)
    let chunks = Chunk.count(ofSealed: Int64(body.count))
    let opened = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Chunk.size)
    defer { opened.deallocate() }
    for number in 0..<chunks {
      let part = body.dropFirst(number * Chunk.sealedSize).prefix(Chunk.sealedSize)
      let outcome = part.withUnsafeBufferPointer { part in
        guard let from = part.baseAddress, let to = opened.baseAddress else {
          return Chunk.Outcome.refused(.payload("it ends too early"))
        }
        return key.open(from, part.count, into: to, number: number, atEnd: number == chunks - 1)
      }
      if case .refused(let error) = outcome { throw error }
      release(UnsafeBufferPointer(rebasing: opened[..<(part.count - Chunk.overhead)]))
      if case .stray(let error) = outcome { throw error }
    }
  }
}
