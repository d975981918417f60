/// A moment, to the nanosecond, with the offset of the place where it was.
///
/// Two are equal when they are the same moment, whatever their offsets.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Unix seconds, rounded down.
  public let seconds: Int64
  /// Nanoseconds after that, below 1,000,000,000.
  public let nanoseconds: Int32
  /// Seconds east of UTC, a whole number of minutes, less than a day.
  public let offset: Int32

  /// Makes a moment; nanoseconds and offset are brought into their range.
  public init(seconds: Int64, nanoseconds: Int32 = 0, offset: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
    self.offset = min(max(offset, -86_340), 86_340) / 60 * 60
  }

  /// Reads RFC 3339: up to nine digits of fraction, and `Z` or `+hh:mm` or `-hh:mm`.
  public init?(_ text: String) {
    self.init(utf8: Array(text.utf8)[...])
  }

  /// Reads RFC 3339 from bytes.
  public init?(utf8: ArraySlice<UInt8>) {
    var reader = DigitReader(utf8)
    guard let year = reader.digits(4), reader.skip(0x2D), let month = reader.digits(2),
      reader.skip(0x2D), let day = reader.digits(2), reader.skip(0x54),
      let hour = reader.digits(2), reader.skip(0x3A), let minute = reader.digits(2),
      reader.skip(0x3A), let second = reader.digits(2),
      (1...12).contains(month), day >= 1, day <= CivilDate.daysIn(month: month, year: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if reader.skip(0x2E) {
      var count = 0
      while let digit = reader.digits(1) {
        fraction = fraction &* 10 + digit
        count += 1
        guard count <= 9 else { return nil }
      }
      guard count > 0 else { return nil }
      for _ in count..<9 { fraction *= 10 }
    }
    var east: Int64 = 0
    if !reader.skip(0x5A) {
      let negative = reader.skip(0x2D)
      guard negative || reader.skip(0x2B), let hours = reader.digits(2), reader.skip(0x3A),
        let minutes = reader.digits(2), hours < 24, minutes < 60
      else { return nil }
      east = (hours * 3_600 + minutes * 60) * (negative ? -1 : 1)
    }
    guard reader.isAtEnd else { return nil }
    let days = CivilDate.daysSince1970(year: year, month: month, day: day)
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - east
    nanoseconds = Int32(fraction)
    offset = Int32(east)
  }

  /// RFC 3339 with nine digits and a numeric offset; what lies outside 0000-9999 is clamped.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(35)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Year and month in UTC, the year clamped to 1970-9999, as directories are named.
  public var yearMonth: (year: String, month: String) {
    let clamped = min(max(seconds, 0), Timestamp.end - 1)
    let date = CivilDate(daysSince1970: clamped / 86_400)
    var bytes: [UInt8] = []
    Decimal.append(date.year, digits: 4, to: &bytes)
    Decimal.append(date.month, digits: 2, to: &bytes)
    return (
      String(decoding: bytes[0..<4], as: UTF8.self), String(decoding: bytes[4..<6], as: UTF8.self)
    )
  }

  /// Date and minute at the place where it was: `2026-11-30 19:04`.
  public func short() -> String {
    var bytes = Array(text.utf8.prefix(16))
    bytes[10] = 0x20
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same moment, told in UTC.
  public var utc: Timestamp { Timestamp(seconds: seconds, nanoseconds: nanoseconds) }

  /// Equal when it is the same moment.
  public static func == (left: Timestamp, right: Timestamp) -> Bool {
    left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
  }

  /// Earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.seconds != right.seconds
      ? left.seconds < right.seconds : left.nanoseconds < right.nanoseconds
  }

  /// Hashes the moment alone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(seconds)
    hasher.combine(nanoseconds)
  }

  func append(to bytes: inout [UInt8]) {
    // The clamp comes first: adding the offset to any Int64 could overflow.
    var local = min(max(seconds, Timestamp.start - 86_400), Timestamp.end + 86_400) + Int64(offset)
    var fraction = Int64(nanoseconds)
    if local < Timestamp.start {
      (local, fraction) = (Timestamp.start, 0)
    } else if local >= Timestamp.end {
      (local, fraction) = (Timestamp.end - 1, 999_999_999)
    }
    let secondOfDay = ((local % 86_400) + 86_400) % 86_400
    let date = CivilDate(daysSince1970: (local - secondOfDay) / 86_400)
    Decimal.append(date.year, digits: 4, to: &bytes)
    bytes.append(0x2D)
    Decimal.append(date.month, digits: 2, to: &bytes)
    bytes.append(0x2D)
    Decimal.append(date.day, digits: 2, to: &bytes)
    bytes.append(0x54)
    Decimal.append(secondOfDay / 3_600, digits: 2, to: &bytes)
    bytes.append(0x3A)
    Decimal.append(secondOfDay / 60 % 60, digits: 2, to: &bytes)
    bytes.append(0x3A)
    Decimal.append(secondOfDay % 60, digits: 2, to: &bytes)
    bytes.append(0x2E)
    Decimal.append(fraction, digits: 9, to: &bytes)
    bytes.append(offset < 0 ? 0x2D : 0x2B)
    let minutes = Int64(offset.magnitude) / 60
    Decimal.append(minutes / 60, digits: 2, to: &bytes)
    bytes.append(0x3A)
    Decimal.append(minutes % 60, digits: 2, to: &bytes)
  }

  /// 0000-01-01T00:00:00Z.
  private static let start: Int64 = -62_167_219_200
  /// 10000-01-01T00:00:00Z.
  private static let end: Int64 = 253_402_300_800
}
