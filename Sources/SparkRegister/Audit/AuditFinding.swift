public import SparkFormat

/// One thing that an audit found.
public struct AuditFinding: Hashable, Sendable {
  /// What it is.
  public let flaw: AuditFlaw
  /// The file, below the register, in the form that is safe to show.
  public let path: String
  /// More of it, such as an entry's number; nil where there is no more.
  public let detail: String?

  init(_ flaw: AuditFlaw, _ path: String, _ detail: String? = nil) {
    self.flaw = flaw
    self.path = path
    self.detail = detail
  }
}
