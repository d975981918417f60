internal import CSodium

/// Secret bytes of a fixed length, wiped when their last use ends.
final class Secret: Sendable {
  let count: Int
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  /// As many bytes as `fill` writes into the buffer it is given.
  init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    self.count = count
    memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
    let bytes = memory.bindMemory(to: UInt8.self, capacity: max(1, count))
    bytes.initialize(repeating: 0, count: max(1, count))
    fill(bytes)
  }

  /// A copy of bytes; the caller wipes its own.
  convenience init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { target in
      for (place, byte) in bytes.enumerated() { target[place] = byte }
    }
  }

  deinit {
    sodium_memzero(memory, count)
    memory.deallocate()
  }

  /// Bytes that nobody can guess.
  static func random(_ count: Int) -> Secret {
    Secret(count: count) { randombytes_buf($0, count) }
  }

  /// Lends the bytes.
  func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
  }
}

/// Wipes an array that held a secret.
func wipe(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { raw in
    if let base = raw.baseAddress { sodium_memzero(base, raw.count) }
  }
  bytes.removeAll()
}
