internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Asks the other side whether it has a capture's record, byte for byte; changes nothing.
struct RecordQuestion {
  /// What it says.
  enum Answer {
    /// It has it.
    case recorded
    /// It answers, and has it not.
    case absent
    /// It does not answer, or not as itself.
    case unknown
  }

  private let endpoint: EndpointRecord

  init(_ endpoint: EndpointRecord) { self.endpoint = endpoint }

  /// Asks for one record.
  func ask(_ record: CaptureRecord, truth: [UInt8]) -> Answer {
    guard let identity = endpoint.identity else { return .absent }
    // What lands sealed stands there under a name and with contents that only its sealer can tell.
    guard let address = endpoint.address, address.kind == .directory, !address.seal,
      let path = address.path
    else { return .unknown }
    do throws(SparkError) {
      guard let register = try RegisterDirectory.open(RawPath(path.bytes)),
        register.identity == identity
      else { return .unknown }
      return try register.moment(record.id, record.time) == truth ? .recorded : .absent
    } catch { return .unknown }
  }
}
