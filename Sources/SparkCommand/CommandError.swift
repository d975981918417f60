public import SparkSystem

/// What ends a tool early; thrown by its body or by the reading of its arguments.
public enum CommandError: Error, Sendable {
  /// The command line is wrong: exit status 64, with the hint to read `--help`.
  case usage(String)
  /// A step failed: the error decides the exit status.
  case spark(SparkError, hint: String?)
  /// A sentence and the exit status that goes with it.
  case failure(ExitStatus, String, hint: String?)
}
