/// What a tree that was signed out of still holds.
public struct RetiredCounts: Sendable {
  /// The number it had.
  public var number: Int
  /// The endpoint's name.
  public var name: String
  /// Captures, files and shares that never reached the endpoint.
  public var unsent: Int

  /// Makes one of its values.
  public init(number: Int, name: String, unsent: Int) {
    self.number = number
    self.name = name
    self.unsent = unsent
  }
}
