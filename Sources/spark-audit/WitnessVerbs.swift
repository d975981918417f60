import SparkCommand
import SparkFormat
import SparkRegister
import SparkStore
import SparkSystem

/// `spark-audit witness new` and `spark-audit witness sign`.
enum WitnessVerbs {
  static func run(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    let words = operands.map { String(decoding: $0, as: UTF8.self) }
    guard operands.count == 2 else {
      throw CommandError.usage("say witness new FILE or witness sign DIR")
    }
    switch words[0] {
    case "new": return try make(RawPath(operands[1]), arguments, output)
    case "sign": return try sign(operands[1], arguments, output)
    default: throw CommandError.usage("say witness new FILE or witness sign DIR")
    }
  }

  private static func make(_ path: RawPath, _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard let name = arguments.text("name") else {
      throw CommandError.usage("witness new needs --name")
    }
    try output.line(Witness.make(path, name: name).text)
    return .done
  }

  private static func sign(_ operand: [UInt8], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard let file = arguments.bytes("key") else {
      throw CommandError.usage("witness sign needs --key")
    }
    let place = try Operands.register(operand)
    let witness = try Witness(RawPath(file))
    let isPrinted = arguments.has("print")
    func say(_ sentence: AuditSentence) -> String { Sentence.trail(.audit(sentence)).text }
    do throws(SparkError) {
      try witness.sign(place) { signed, register throws(SparkError) in
        if signed.isFirst { output.note(say(.witnessFirst(key: signed.log.text))) }
        if isPrinted { return try output.write(signed.note) }
        let path = try witness.publish(signed, in: register)
        if output.isQuiet { return }
        let (origin, size) = (signed.log.name, signed.checkpoint.size)
        try output.line(say(.witnessed(origin: origin, size: size, path: path)))
      }
    } catch {
      guard error.code == .refused else { throw error }
      throw CommandError.failure(.negative, error.message, hint: nil)
    }
    return .done
  }
}
