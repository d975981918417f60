import Testing

@testable import SparkCommand

struct ProgressTests {
  @Test func countBytesRateAndTimeLeft() {
    var progress = Progress(
      "files", total: 400, totalBytes: 1_200_000_000, now: 0, isShown: false)
    progress.advance(count: 100, bytes: 300_000_000)
    #expect(
      progress.text(at: 2_000_000_000) == "100 of 400 files, 300 MB of 1.2 GB, 150 MB/s, 00:06 left"
    )
    var plain = Progress("captures", total: nil, totalBytes: nil, now: 0, isShown: false)
    plain.advance(count: 12)
    #expect(plain.text(at: 3_000_000_000) == "12 captures, 4/s")
  }

  @Test func fiveTimesASecondAtMost() {
    var progress = Progress("files", total: nil, totalBytes: nil, now: 0, isShown: false)
    let shown = (0...1000).filter { progress.isDue(at: Int64($0) * 1_000_000) }
    #expect(shown == [200, 400, 600, 800, 1000])
  }
}
