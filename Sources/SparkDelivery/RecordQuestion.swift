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

  /// Asks for one record; `sealed` is what is known of its sealed copy.
  func ask(_ record: CaptureRecord, truth: [UInt8], sealed: SealedRecord?) -> Answer {
    guard let identity = endpoint.identity else { return .absent }
    guard let address = endpoint.address, address.kind == .directory, let path = address.path,
      !address.seal || sealed != nil
    else { return .unknown }
    do throws(SparkError) {
      guard let register = try RegisterDirectory.open(RawPath(path.bytes)),
        register.identity == identity
      else { return .unknown }
      guard let sealed, address.seal else {
        let standing = try register.moment(.plain(record.id, record.time))
        return standing == truth ? .recorded : .absent
      }
      guard let standing = try register.moment(.sealed(sealed.place)) else { return .absent }
      return SealedMoment.Mark(of: standing)?.tag == sealed.tag ? .recorded : .unknown
    } catch { return .unknown }
  }
}
