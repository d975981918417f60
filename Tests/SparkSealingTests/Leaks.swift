import Glibc
import SparkSystem
import SparkTestKit

/// Looks for what must not be there, in every path and every file.
enum Leaks {
  /// Where any of the needles is found below a directory.
  static func find(_ needles: [[UInt8]], below root: RawPath) throws -> [String] {
    var found: [String] = []
    for entry in try TestTree.read(root, hashing: false) {
      let bytes = entry.kind == .regular ? try TestFiles.read(root.appending(entry.path)) : []
      for needle in needles where holds(entry.path, needle) || holds(bytes, needle) {
        found.append("\(entry.name): \(String(decoding: needle.prefix(40), as: UTF8.self))")
      }
    }
    return found
  }

  private static func holds(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return false }
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      var place = 0
      while place + needle.count <= bytes.count,
        let found = memchr(base + place, Int32(first), bytes.count - place - needle.count + 1)
      {
        if memcmp(found, needle, needle.count) == 0 { return true }
        place = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }
}
