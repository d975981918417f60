public import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// What answers at an address, asked without changing anything.
public struct EndpointAnswer: Sendable {
  /// What was found, in words.
  public let text: String
  /// The register's identity, when one answers.
  public let identity: String?

  /// Asks.
  public static func ask(_ address: Address) -> EndpointAnswer {
    guard address.kind == .directory, let path = address.path else {
      return EndpointAnswer(
        text: "not asked; this version sends to directories only", identity: nil)
    }
    do throws(SparkError) {
      switch try RegisterMaker.look(RawPath(path.bytes)) {
      case .register(let identity, _):
        return EndpointAnswer(text: "a register", identity: identity)
      case .nothing: return EndpointAnswer(text: "nothing; a register can be made", identity: nil)
      case .empty: return EndpointAnswer(text: "empty; a register can be made", identity: nil)
      case .nowhere: return EndpointAnswer(text: "nothing, and nothing above it", identity: nil)
      case .foreign: return EndpointAnswer(text: "other files, and no register", identity: nil)
      }
    } catch { return EndpointAnswer(text: error.message, identity: nil) }
  }
}
