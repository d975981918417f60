internal import Glibc
internal import SparkSystem

/// Runs a tool: reads its arguments, calls its body, writes its output, maps errors to its status.
public enum Tool {
  /// Runs the process as the described tool and ends it.
  public static func main(
    _ description: CommandDescription, _ body: (Arguments, Output) throws -> ExitStatus
  ) -> Never {
    StandardStream.occupyNumbers()
    Environment.prepareProcess()
    Blake2b256.prepare()
    let output = Output(tool: description.name)
    exit(run(description, Environment.arguments(), output, body).rawValue)
  }

  static func run(
    _ description: CommandDescription, _ arguments: [[UInt8]], _ output: Output,
    _ body: (Arguments, Output) throws -> ExitStatus
  ) -> ExitStatus {
    let status = attempt(description, arguments, output, body)
    try? output.flush()
    guard let failure = output.failure else { return status }
    output.complain(failure.message)
    return .io
  }

  private static func attempt(
    _ description: CommandDescription, _ arguments: [[UInt8]], _ output: Output,
    _ body: (Arguments, Output) throws -> ExitStatus
  ) -> ExitStatus {
    do {
      switch try Arguments.parse(arguments, by: description) {
      case .help: try output.write(Array(description.helpText.utf8))
      case .version: try output.line("\(description.name) \(Version.text)")
      case .run(let parsed):
        output.isQuiet = parsed.has(OptionDescription.quiet.name)
        return try body(parsed, output)
      }
      return .done
    } catch let error as CommandError {
      return report(error, description, output)
    } catch let error as SparkError {
      return report(.spark(error, hint: nil), description, output)
    } catch {
      return report(.failure(.io, "\(error)", hint: nil), description, output)
    }
  }

  private static func report(
    _ error: CommandError, _ description: CommandDescription, _ output: Output
  ) -> ExitStatus {
    // What went wrong with the output is said once, after the last flush.
    if output.failure != nil { return .io }
    let (status, text, hint): (ExitStatus, String, String?) =
      switch error {
      case .usage(let text): (.usage, text, "see \(description.name) --help")
      case .spark(let error, let hint): (ExitStatus(error), error.message, hint)
      case .failure(let status, let text, let hint): (status, text, hint)
      }
    output.complain(text)
    if let hint { output.hint(hint) }
    return status
  }
}
