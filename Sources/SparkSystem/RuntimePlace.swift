/// The directory that the system makes for this user at login and removes at logout.
public enum RuntimePlace: Sendable {
  /// It is there, and nobody else can look into it.
  case place(RawPath)
  /// It is not set, not absolute, or not there.
  case none
  /// It is there, and not this user's alone.
  case open(RawPath)

  /// Looks at `$XDG_RUNTIME_DIR`; relative values are ignored (XDG base directories).
  public static func look() -> RuntimePlace {
    guard let value = Environment.bytes("XDG_RUNTIME_DIR"), value.first == UInt8(ascii: "/"),
      let status = try? Directory(path: RawPath(value)).status()
    else { return .none }
    let path = RawPath(value)
    let isPrivate = status.owner == Environment.user && status.mode & 0o077 == 0
    return isPrivate ? .place(path) : .open(path)
  }

  /// The directory, when secrets may lie there.
  public var path: RawPath? {
    if case .place(let path) = self { path } else { nil }
  }
}
