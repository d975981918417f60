/// What kind of place an endpoint is.
public enum EndpointKind: String, CaseIterable, Sendable {
  /// A register that is a directory.
  case directory
  /// A register that is served over HTTPS.
  case register
  /// A bucket of an S3-compatible service.
  case bucket
}
