/// A number of bytes, for people.
public struct ByteCount: Hashable, Sendable {
  /// The number.
  public let bytes: Int64

  /// Takes a number of bytes.
  public init(_ bytes: Int64) {
    self.bytes = bytes
  }

  /// In decimal units with at most one digit of fraction: `17 bytes`, `12.3 kB`, `750 MB`.
  public var text: String { text(.english) }

  /// The same in a language.
  public func text(_ language: Language) -> String {
    guard bytes.magnitude >= 1_000 else {
      switch language {
      case .english: return bytes == 1 ? "1 byte" : "\(bytes) bytes"
      case .korean: return "\(bytes)바이트"
      }
    }
    var unit: UInt64 = 1_000
    var names = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    // 999,950 of a unit would round to 1,000 of it.
    while names.count > 1, bytes.magnitude >= unit * 1_000 - unit / 20 {
      unit *= 1_000
      names.removeFirst()
    }
    let tenths =
      bytes.magnitude / (unit / 10) + (bytes.magnitude % (unit / 10) >= unit / 20 ? 1 : 0)
    let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(bytes < 0 ? "-" : "")\(tenths / 10)\(fraction) \(names.first ?? "")"
  }
}
