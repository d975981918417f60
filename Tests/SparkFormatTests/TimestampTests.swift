import SparkFormat
import Testing

@Test(
  arguments: [
    ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00.000000000+00:00"),
    ("2026-11-30T19:04:04.123456789+09:00", 1_796_033_044, 123_456_789, nil),
    (
      "2026-11-30T19:04:04.5-03:30", 1_796_078_044, 500_000_000,
      "2026-11-30T19:04:04.500000000-03:30"
    ),
    ("1969-12-31T23:59:59.999999999+00:00", -1, 999_999_999, nil),
    ("0000-01-01T00:00:00.000000000+00:00", -62_167_219_200, 0, nil),
    ("9999-12-31T23:59:59.000000000+00:00", 253_402_300_799, 0, nil),
    ("2024-02-29T00:00:00.000000000+00:00", 1_709_164_800, 0, nil),
    ("2000-02-29T12:00:00.000000000-00:00", 951_825_600, 0, "2000-02-29T12:00:00.000000000+00:00"),
  ] as [(String, Int64, Int32, String?)])
func timesAreRead(text: String, seconds: Int64, nanoseconds: Int32, canonical: String?) throws {
  let time = try #require(Timestamp(text))
  #expect(time.seconds == seconds && time.nanoseconds == nanoseconds)
  #expect(time.text == canonical ?? text)
}

@Test(arguments: [
  "", "2026-11-30", "2026-11-30T19:04:04", "2026-11-30t19:04:04Z", "2026-11-30T19:04:04z",
  "2026-11-30 19:04:04Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z",
  "2026-01-01T00:00:00.1234567890Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60",
  "2026-01-01T00:00:00+0900", "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00,5Z", "+2026-01-01T00:00:00Z", "12026-01-01T00:00:00Z",
  "２０２６-01-01T00:00:00Z",
]) func wrongTimesAreRefused(text: String) {
  #expect(Timestamp(text) == nil)
}

@Test(
  arguments: [
    (Int64.min, 0, "0000-01-01T00:00:00.000000000+00:00", "1970", "01"),
    (Int64.max, 32_400, "9999-12-31T23:59:59.999999999+09:00", "9999", "12"),
    (253_402_300_800, 0, "9999-12-31T23:59:59.999999999+00:00", "9999", "12"),
    (253_402_300_799, 3_600, "9999-12-31T23:59:59.999999999+01:00", "9999", "12"),
    (253_402_300_800, -3_600, "9999-12-31T23:00:00.000000000-01:00", "9999", "12"),
    (-62_167_219_201, 60, "0000-01-01T00:00:59.000000000+00:01", "1970", "01"),
    (-1, 0, "1969-12-31T23:59:59.000000000+00:00", "1970", "01"),
    (1_796_033_044, 32_459, "2026-11-30T19:04:04.000000000+09:00", "2026", "11"),
    (1_798_761_600, -86_400, "2026-12-31T00:01:00.000000000-23:59", "2027", "01"),
  ] as [(Int64, Int32, String, String, String)])
func extremeTimesAreClamped(
  seconds: Int64, offset: Int32, text: String, year: String, month: String
) {
  let time = Timestamp(seconds: seconds, nanoseconds: 0, offset: offset)
  #expect(time.text == text)
  #expect(time.yearMonth == (year, month))
}

@Test func randomTimesComeBack() throws {
  var random = SeededGenerator(3)
  for _ in 0..<2_000 {
    let time = Timestamp(
      seconds: Int64.random(in: -62_167_132_800..<253_402_214_400, using: &random),
      nanoseconds: Int32.random(in: 0...999_999_999, using: &random),
      offset: Int32.random(in: -86_399...86_399, using: &random))
    let read = try #require(Timestamp(time.text))
    #expect(read == time && read.offset == time.offset && read.text == time.text)
  }
  let here = try #require(Timestamp("2026-11-30T19:04:04+09:00"))
  let there = try #require(Timestamp("2026-11-30T10:04:04Z"))
  #expect(here == there && here.hashValue == there.hashValue && !(here < there))
  #expect(here.short() == "2026-11-30 19:04")
  #expect(Timestamp(seconds: 1, nanoseconds: -5) < Timestamp(seconds: 1, nanoseconds: .max))
}
