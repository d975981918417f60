/// How much an endpoint's tree may hold before import refuses.
public enum Ceiling: Hashable, Sendable {
  /// So many bytes.
  case bytes(Int64)
  /// No limit.
  case none

  /// 750,000,000 bytes.
  public static let standard = Ceiling.bytes(750_000_000)

  /// Reads decimal digits or `none`.
  public init?(_ text: String) {
    if text == "none" {
      self = .none
    } else if let value = Decimal.read(Array(text.utf8)[...]).flatMap({ Int64(exactly: $0) }) {
      self = .bytes(value)
    } else {
      return nil
    }
  }

  /// Decimal digits or `none`.
  public var text: String {
    switch self {
    case .bytes(let count): String(count)
    case .none: "none"
    }
  }
}
