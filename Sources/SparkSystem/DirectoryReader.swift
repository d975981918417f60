internal import CSparkShim
internal import Glibc

/// One name found in a directory.
public struct DirectoryEntry: Sendable {
  /// The name's bytes.
  public let name: [UInt8]
  /// Its kind where the file system tells it with the name, else nil.
  public let kind: FileStatus.Kind?
}

extension Directory {
  /// Calls `body` with each name but `.` and `..`, in the file system's own order, until it says
  /// false; names are streamed, so memory does not grow with the directory.
  ///
  /// A name renamed within the directory during the walk may be met twice or not at all.
  public func forEachEntry(_ body: (DirectoryEntry) throws(SparkError) -> Bool) throws(SparkError) {
    try forEachRawEntry { name, kind throws(SparkError) in
      try body(DirectoryEntry(name: Array(name), kind: kind))
    }
  }

  /// As ``forEachEntry(_:)``, without a copy of the name: the buffer is valid during the call only.
  public func forEachRawEntry(
    _ body: (UnsafeBufferPointer<UInt8>, FileStatus.Kind?) throws(SparkError) -> Bool
  ) throws(SparkError) {
    // A descriptor of its own, so that two walks of one directory do not share a place.
    let walk = try directory(".")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = try check(
        spark_getdents(walk.number, buffer.baseAddress, buffer.count), "list", path)
      if count == 0 { return }
      var offset = 0
      while offset < count {
        // struct linux_dirent64: inode 8, offset 8, length 2, type 1, name.
        let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
        let type = buffer[offset + 18]
        let start = offset + 19
        var end = start
        while buffer[end] != 0 { end += 1 }
        let name = UnsafeBufferPointer(
          rebasing: UnsafeBufferPointer(buffer.assumingMemoryBound(to: UInt8.self))[start..<end])
        offset += length
        let dots = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
        if dots { continue }
        if try !body(name, Self.kind(type)) { return }
      }
    }
  }

  /// All names, in the file system's own order.
  public func names() throws(SparkError) -> [[UInt8]] {
    var all: [[UInt8]] = []
    try forEachRawEntry { name, _ in
      all.append(Array(name))
      return true
    }
    return all
  }

  /// All names that are valid text, sorted: for Spark's own directories.
  public func textNames() throws(SparkError) -> [String] {
    try names().map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// Whether nothing is in it.
  public func isEmpty() throws(SparkError) -> Bool {
    var found = false
    try forEachRawEntry { _, _ in
      found = true
      return false
    }
    return !found
  }

  private static func kind(_ type: UInt8) -> FileStatus.Kind? {
    switch Int(type) {
    case Int(DT_REG): .regular
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .symbolicLink
    case Int(DT_FIFO): .pipe
    case Int(DT_SOCK): .socket
    case Int(DT_CHR), Int(DT_BLK): .device
    default: nil
    }
  }
}
