internal import CSparkShim

/// The clocks: the one on the wall, and one that only goes forward.
public enum Clock {
  /// The time of day.
  public static func now() -> FileStatus.Time {
    var nanoseconds: Int32 = 0
    let seconds = spark_clock(0, &nanoseconds)
    return FileStatus.Time(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// Milliseconds since 1970, for identifiers.
  public static func milliseconds() -> UInt64 {
    let time = now()
    return UInt64(max(0, time.seconds)) * 1000 + UInt64(time.nanoseconds) / 1_000_000
  }

  /// Nanoseconds since the machine started, sleep included; never goes back.
  public static func monotonic() -> Int64 {
    var nanoseconds: Int32 = 0
    let seconds = spark_clock(1, &nanoseconds)
    return seconds * 1_000_000_000 + Int64(nanoseconds)
  }

  /// The offset of the place at a time, in seconds east of UTC.
  public static func offset(at seconds: Int64) -> Int32 { spark_local_offset(seconds) }

  /// The name of the place's zone from `TZ` or `/etc/localtime`, or nil where neither tells.
  public static func zoneName() -> String? {
    if let zone = Environment.text("TZ") {
      let name = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
      return name.contains("/") && !name.hasPrefix("/") ? name : nil
    }
    guard let etc = try? Directory(path: "/etc"), let target = try? etc.readLink("localtime")
    else { return nil }
    let text = String(decoding: target, as: UTF8.self)
    guard let found = text.firstRange(of: "zoneinfo/") else { return nil }
    return String(text[found.upperBound...])
  }

  /// This boot's id; it changes when the machine restarts.
  public static let bootID = readBootID()

  private static func readBootID() -> String {
    guard let proc = try? Directory(path: "/proc/sys/kernel/random"),
      let bytes = try? proc.contents("boot_id", limit: 4096)
    else { return "unknown" }
    return String(decoding: bytes.filter { $0 > 32 }, as: UTF8.self)
  }
}

extension String {
  fileprivate func firstRange(of needle: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
