import SparkCommand

enum ExportVerb {
  static func run(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    throw CommandError.usage("not yet")
  }
}
