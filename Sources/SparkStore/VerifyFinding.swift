public import SparkFormat

/// One thing that verify found.
public struct VerifyFinding: Sendable {
  /// What it is.
  public let flaw: Flaw
  /// Where, below the store.
  public let path: String
  /// The captures that it concerns.
  public let captures: [CaptureID]
  /// More about it, such as an error's text.
  public let detail: String?
  /// Whether it was mended just now.
  public let isMended: Bool
}

/// Counts what verify looked at and hands each finding on as it is made, so that none is kept.
public final class VerifyReport {
  /// Truths that were looked at.
  public internal(set) var captures = 0
  /// Objects that were hashed.
  public internal(set) var objects = 0
  /// Their bytes.
  public internal(set) var bytes: Int64 = 0
  /// Findings that are more than notes and were not mended.
  public private(set) var remaining = 0
  private let sink: (VerifyFinding) -> Void

  /// Makes a report that hands its findings to `sink`.
  public init(_ sink: @escaping (VerifyFinding) -> Void) { self.sink = sink }

  func add(
    _ flaw: Flaw, _ path: String, _ captures: [CaptureID] = [], detail: String? = nil,
    mended: Bool = false
  ) {
    if !mended, !flaw.isNote { remaining += 1 }
    sink(
      VerifyFinding(
        flaw: flaw, path: path, captures: captures, detail: detail, isMended: mended))
  }
}
