import SparkFormat

/// Values that several tests use.
enum Samples {
  static let id = CaptureID.version7(milliseconds: 1_796_033_044_123, random: (1, 2))
  static let other = CaptureID.version7(milliseconds: 1_796_033_044_124, random: (3, 4))
  static let digest = Digest((0..<32).map { $0 })
  static let time = Timestamp(seconds: 1_796_033_044, nanoseconds: 123_456_789, offset: 32_400)

  static let capture = CaptureRecord(
    id: id, time: time, zone: "Asia/Seoul", name: FileName("scan 1.pdf"),
    folder: FilePath("March/site A"), type: "application/pdf", size: 48_213, object: digest,
    inbox: "inbox")

  static let captureText = """
    Format: spark-capture 1
    Id: \(id.text)
    Time: 2026-11-30T19:04:04.123456789+09:00
    Zone: Asia/Seoul
    Name: scan 1.pdf
    Folder: March/site A
    Type: application/pdf
    Size: 48213
    Object: \(digest.text)
    Inbox: inbox


    """
}
