/// The paths of a log's tiles below its folder (C2SP tlog-tiles).
public enum TilePath {
  /// How many hashes or entries a full tile has.
  public static let width: Int64 = 256

  /// A tile of hashes; `width` below 256 names a partial one.
  public static func hashes(level: Int, _ number: Int64, width: Int = 256) -> String {
    "tile/\(level)/\(tail(number, width))"
  }

  /// A bundle of entries; `width` below 256 names a partial one.
  public static func entries(_ number: Int64, width: Int = 256) -> String {
    "tile/entries/\(tail(number, width))"
  }

  /// The directory of the partial tiles that stand beside a full one.
  public static func partials(_ full: String) -> String { full + ".p" }

  private static func tail(_ number: Int64, _ width: Int) -> String {
    number.grouped + (width == 256 ? "" : ".p/\(width)")
  }
}

extension Int64 {
  /// In groups of three digits, all but the last with an `x`: `x001/x234/067`.
  fileprivate var grouped: String {
    func digits(_ value: Int64) -> String {
      let text = String(value)
      return String(repeating: "0", count: 3 - text.count) + text
    }
    var text = digits(self % 1000)
    var rest = self / 1000
    while rest > 0 {
      text = "x\(digits(rest % 1000))/\(text)"
      rest /= 1000
    }
    return text
  }
}
