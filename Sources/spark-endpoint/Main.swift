import SparkCommand
import SparkDelivery
import SparkDoors
import SparkFormat
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      var operands = arguments.operands.map { $0[...] }
      let verb = operands.isEmpty ? "" : String(decoding: operands.removeFirst(), as: UTF8.self)
      let wantsAddress = verb == "set" || verb == "resolve"
      guard operands.count == (wantsAddress ? 1 : 0) else {
        throw CommandError.usage("\(verb) takes \(wantsAddress ? "one ADDRESS" : "no arguments")")
      }
      if verb == "resolve" { return try resolve(AddressReader.read(Array(operands[0])), output) }
      let path = try StoreHome.path(option: arguments.bytes("home"))
      switch verb {
      case "set": return try set(AddressReader.read(Array(operands[0])), path, arguments, output)
      case "show":
        let home = try StoreHome.open(path)
        let isJSON = arguments.has("json")
        let shown =
          try arguments.text("endpoint") == nil ? home.currentTreeIfAny() : tree(home, arguments)
        return try shown.map { try Show.run($0, asJSON: isJSON, output) }
          ?? Show.nowhere(asJSON: isJSON, output)
      case "accept-rollback":
        return try AcceptRollback.run(tree(StoreHome.open(path), arguments), output)
      case "list": return try list(StoreHome.open(path), output)
      default: throw CommandError.usage("say set, show, list, resolve or accept-rollback")
      }
    }
  }

  private static func set(
    _ address: Address, _ path: RawPath, _ arguments: Arguments, _ output: Output
  ) throws -> ExitStatus {
    let ceiling = try arguments.text("ceiling").map { text in
      guard let ceiling = Ceiling(text) else {
        throw CommandError.usage("--ceiling takes a number of bytes, or none")
      }
      return ceiling
    }
    var request = EndpointRequest(
      address: address, name: arguments.text("name"), ceiling: ceiling, isNew: arguments.has("new"))
    request.keepsPlaintext = try yes("keep-plaintext", arguments)
    request.sealsWhileLocked = try yes("seal-while-locked", arguments)
    request.witness = try WitnessReader.read(arguments.text("witness"))
    let home = try StoreHome.openOrMake(path)
    let outcome = try EndpointSetter(home).set(request, tree(home, arguments))
    let record = outcome.record
    let address = record.address?.text ?? "nowhere"
    try output.line(Sentence.goesTo(name: record.name, address: address).text)
    if let key = record.registerKey {
      try output.line(Sentence.trail(.pinned(name: record.name, key: key)).text)
    }
    if outcome.queued > 0 {
      try output.line(Sentence.queued(outcome.queued).text)
    }
    return .done
  }

  private static func yes(_ option: String, _ arguments: Arguments) throws -> Bool? {
    switch arguments.text(option) {
    case nil: return nil
    case "yes": return true
    case "no": return false
    default: throw CommandError.usage("--\(option) takes yes or no")
    }
  }

  private static func tree(_ home: StoreHome, _ arguments: Arguments) throws -> EndpointTree {
    guard let name = arguments.text("endpoint") else { return try CurrentTree.orMade(home) }
    return try home.trees(named: name)[0]
  }

  private static func list(_ home: StoreHome, _ output: Output) throws -> ExitStatus {
    let current = try home.currentNumber()
    for tree in try home.trees() {
      let record = try tree.record()
      let mark = tree.number == current ? "*" : " "
      try output.line(
        "\(mark) \(tree.number)\t\(record.name)\t\(record.address?.text ?? "nowhere")")
    }
    return .done
  }

  private static func resolve(_ address: Address, _ output: Output) throws -> ExitStatus {
    try output.line("Address: \(address.text)")
    try output.line("Kind: \(address.kind.rawValue)")
    let answer = EndpointAnswer.ask(address)
    try output.line("Answer: \(answer.text)")
    if let identity = answer.identity { try output.line("Identity: \(identity)") }
    return answer.identity == nil ? .negative : .done
  }
}
