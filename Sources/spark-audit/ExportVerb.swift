import SparkCommand
import SparkDelivery
import SparkFormat
import SparkStore
import SparkSystem

/// `spark-audit export`.
enum ExportVerb {
  static func run(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard operands.count == 2 else {
      throw CommandError.usage("export takes one ID and one FOLDER")
    }
    let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
    let trees = try home.trees(named: arguments.text("endpoint"))
    let path = RawPath(operands[1])
    func say(_ sentence: AuditSentence) -> String { Sentence.trail(.audit(sentence)).text }
    /// What is not there, and what may not be shown, is a negative answer.
    func asked<Result>(_ code: SparkError.Code, _ body: () throws(SparkError) -> Result) throws
      -> Result
    {
      do throws(SparkError) { return try body() } catch {
        guard error.code == code else { throw error }
        throw CommandError.failure(.negative, error.message, hint: nil)
      }
    }
    let found = try asked(.missing) { () throws(SparkError) in
      try CaptureFinder.find(operands[0], in: trees)
    }
    let report = try asked(.refused) { () throws(SparkError) in
      try Export(found).write(to: path)
    }
    let name = try found.tree.record().name
    if report.bytes != .whole { output.note(say(.exportedWithoutBytes(report.bytes))) }
    if !report.isAsked { output.note(say(.exportedUnasked(name: name))) }
    if !output.isQuiet { try output.line(say(.exported(path: path.shown))) }
    return .done
  }
}
