/// Why a test could not be set up, or waited in vain.
public struct TestKitError: Error, CustomStringConvertible {
  /// Whether this machine or this user cannot do it at all; such a test is skipped by name.
  public let isUnavailable: Bool
  /// What happened.
  public let description: String

  /// Something went wrong.
  public init(_ description: String, isUnavailable: Bool = false) {
    self.description = description
    self.isUnavailable = isUnavailable
  }

  static func unavailable(_ description: String) -> TestKitError {
    TestKitError(description, isUnavailable: true)
  }
}
