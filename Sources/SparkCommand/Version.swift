/// The product's version.
public enum Version {
  /// The version that every tool prints.
  public static let text = "0.1.0"
}
