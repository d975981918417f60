import SparkCommand
import SparkDelivery
import SparkFormat
import SparkSeal
import SparkStore

/// The generations of each tree.
struct Listing {
  private let trees: [EndpointTree]

  init(_ trees: [EndpointTree]) { self.trees = trees }

  func run(asJSON: Bool, _ output: Output) throws -> ExitStatus {
    for tree in trees {
      let keys = try KeyStore(tree)
      let chain = try keys.chain()
      let held = try keys.identities()
      if asJSON {
        try output.line(json(keys, chain, held, try tree.record().key))
      } else {
        try text(keys, chain, held, output)
      }
    }
    return .done
  }

  /// One line per generation: number, recipient, whether its identity is here, time.
  private func text(
    _ keys: KeyStore, _ chain: KeyChain, _ held: [Int: Identity]?, _ output: Output
  ) throws {
    guard !chain.statements.isEmpty else {
      return try output.line("\(keys.name)\t\(Sentence.keys(.noKeyYet(name: keys.name)).text)")
    }
    for statement in chain.statements {
      let word: String =
        if let held { held[statement.generation] == nil ? "missing" : "held" } else { "locked" }
      try output.line(
        "\(keys.name)\t\(statement.generation)\t\(statement.recipient.text)\t\(word)\t"
          + statement.record.time.text)
    }
  }

  private func json(
    _ keys: KeyStore, _ chain: KeyChain, _ held: [Int: Identity]?, _ pin: KeyPin?
  ) throws -> String {
    let hasSecrets = try keys.hasKeyring()
    var json = JSONWriter()
    json.object { json in
      json.member("endpoint", keys.name)
      json.member("tree", keys.tree.text)
      json.member("root", chain.root?.hex)
      json.member("newest", chain.newest?.generation)
      json.member("seen", pin?.generation)
      json.member("secrets", hasSecrets)
      json.member("unlocked", held != nil)
      json.array("generations") { json in
        for statement in chain.statements {
          json.object { json in
            json.member("generation", statement.generation)
            json.member("recipient", statement.recipient.text)
            json.member("time", statement.record.time.text)
            json.member("statement", statement.digest.text)
            if let held {
              json.member("held", held[statement.generation] != nil)
            } else {
              json.null("held")
            }
          }
        }
      }
    }
    return json.text
  }
}
