import SparkCommand
import SparkDelivery
import SparkStore

/// Takes a register that was restored from its own backup as it is now.
enum AcceptRollback {
  static func run(_ tree: EndpointTree, _ output: Output) throws -> ExitStatus {
    switch try RollbackAcceptor(tree).run() {
    case .accepted(let sentence):
      try output.line(sentence.text)
      return .done
    case .nothing(let sentence):
      try output.line(sentence.text)
      return .negative
    case .refused(let sentence):
      output.complain(sentence.text)
      return .configuration
    }
  }
}
