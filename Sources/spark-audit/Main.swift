internal import SparkCommand
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(.audit) { arguments, output in
      let words = arguments.operands.map { String(decoding: $0, as: UTF8.self) }
      let rest = Array(arguments.operands.dropFirst())
      switch words.first {
      case "log": return try LogVerb.run(rest, arguments, output)
      case "receipt": return try ReceiptVerb.run(rest, arguments, output)
      case "orphans": return try OrphanVerbs.list(rest, arguments, output)
      case "remove": return try OrphanVerbs.remove(rest, arguments, output)
      case "witness": return try WitnessVerbs.run(rest, arguments, output)
      case "export": return try ExportVerb.run(rest, arguments, output)
      default:
        throw CommandError.usage("say log, receipt, orphans, remove, witness or export")
      }
    }
  }
}
