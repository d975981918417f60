internal import CSodium
internal import CSparkShim

extension [UInt8] {
  /// Overwrites the bytes with zeros before they are let go.
  ///
  /// Only the last copy can be wiped: a copy that another array still shares keeps its bytes.
  public mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { sodium_memzero(base, bytes.count) }
    }
    removeAll(keepingCapacity: false)
  }
}

extension Environment {
  /// Forbids the core file that would write this process's secrets to a disk if it crashed.
  public static func forbidCoreFiles() { _ = spark_no_core() }
}
