import SparkCommand
import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem

/// What is to be done with one tree's keys.
struct Command {
  enum Verb: String {
    case new, rotate, add, list, lock, unlock, forget, export

    /// What stands behind it on the command line.
    var operand: String? {
      switch self {
      case .add, .export: "FILE"
      case .forget: "N"
      default: nil
      }
    }
  }

  let verb: Verb
  private let operand: [UInt8]

  init(_ arguments: Arguments) throws {
    guard let first = arguments.operands.first,
      let verb = Verb(rawValue: String(decoding: first, as: UTF8.self))
    else {
      throw CommandError.usage("say new, rotate, add, list, lock, unlock, forget or export")
    }
    guard arguments.operands.count == (verb.operand == nil ? 1 : 2) else {
      throw CommandError.usage(
        "\(verb) takes \(verb.operand.map { "one \($0)" } ?? "no arguments")")
    }
    self.verb = verb
    operand = arguments.operands.last ?? []
  }

  func run(_ keys: KeyStore, _ arguments: Arguments, _ output: Output) throws -> ExitStatus {
    let passphrases = Passphrases(arguments, name: keys.name)
    func ask(_ question: PassphraseQuestion) throws(SparkError) -> [UInt8] {
      try passphrases.answer(question)
    }
    func say(_ sentence: KeySentence) throws { try output.line(Sentence.keys(sentence).text) }
    switch verb {
    case .new:
      let pin = try keys.create(ask)
      try say(.newest(name: keys.name, generation: pin.generation))
      if !output.isQuiet { output.hint(Sentence.keys(.exportHint).text) }
    case .rotate:
      let pin = try keys.rotate(ask)
      try say(.newest(name: keys.name, generation: pin.generation))
    case .add: try add(keys, newTag: arguments.has("new-tag"), ask, say)
    case .lock:
      try keys.lock()
      try say(.nowLocked)
    case .unlock: try say(.unlocked(name: keys.name, identities: keys.unlock(ask)))
    case .forget:
      let generation = try generation()
      guard try keys.forget(generation, evenNewest: arguments.has("yes"), ask) else {
        output.complain(Sentence.keys(.notHeld(generation)).text)
        return .negative
      }
      try say(.forgotten(generation))
    case .export:
      let path = RawPath(operand)
      try keys.export(to: path, armored: arguments.has("armor"), ask)
      try say(.exported(path: path.shown))
    case .list: break
    }
    return .done
  }

  private func add(
    _ keys: KeyStore, newTag: Bool, _ ask: PassphraseAsker, _ say: (KeySentence) throws -> Void
  ) throws {
    let path = RawPath(operand)
    let addition = try keys.add(
      Descriptor(named: path).rest(limit: 16 << 20), from: path, newTag: newTag, ask)
    if !addition.isNothing {
      try say(.added(statements: addition.statements, identities: addition.identities))
      try say(.newest(name: keys.name, generation: addition.newest))
    } else if let last = addition.last {
      try say(.statementOlder(generation: last, newest: addition.newest))
    } else {
      try say(.nothingNew)
    }
  }

  private func generation() throws -> Int {
    let text = String(decoding: operand, as: UTF8.self)
    guard let generation = ConfigLayout.generation(fromName: text) else {
      throw CommandError.usage("forget takes a generation's number, not \"\(text)\"")
    }
    return generation
  }
}
