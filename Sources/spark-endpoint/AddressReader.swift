import SparkCommand
import SparkFormat
import SparkSystem

/// Reads an address as a person types it: a path may begin where the person stands.
enum AddressReader {
  static func read(_ bytes: [UInt8]) throws -> Address {
    do { return try Address(parsing: absolute(bytes)) } catch {
      throw CommandError.usage("the address \(error.message)")
    }
  }

  private static func absolute(_ bytes: [UInt8]) -> [UInt8] {
    let hasScheme = String(decoding: bytes, as: UTF8.self).contains("://")
    if hasScheme || bytes.isEmpty { return bytes }
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let path = isAbsolute ? RawPath(bytes) : Environment.currentDirectory().appending(bytes)
    guard
      path.bytes.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }
      )
    else { return Array(path.bytes) }
    // Where a path goes up is for the file system to say: a link may stand in between.
    return Array((Environment.resolved(path) ?? path).bytes)
  }
}
