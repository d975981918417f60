public import SparkSystem

/// What a tool's exit status says; any other number means failure.
public enum ExitStatus: Int32, Sendable {
  /// Done.
  case done = 0
  /// A negative answer: asked well, and the answer is no.
  case negative = 1
  /// Of `spark-status --check`: something is stopped and needs a person.
  case stopped = 2
  /// Some was done and some was not.
  case partial = 3
  /// The command line is wrong.
  case usage = 64
  /// A record or a file is not what it must be.
  case data = 65
  /// A service is not there.
  case unavailable = 69
  /// Something could not be made.
  case cannotCreate = 73
  /// Reading or writing failed.
  case io = 74
  /// It may work later, with nobody doing anything.
  case tryLater = 75
  /// The system did not permit it.
  case notPermitted = 77
  /// The store or the endpoint is not set up for this.
  case configuration = 78

  /// The status that an error ends a tool with.
  public init(_ error: SparkError) {
    self =
      switch error.code {
      case .malformed, .damaged: .data
      case .notPermitted: .notPermitted
      case .exists, .readOnly: .cannotCreate
      case .busy: .tryLater
      case .refused, .configuration: .configuration
      case .missing, .full, .crossesFileSystems, .wrongKind, .io: .io
      }
  }
}
