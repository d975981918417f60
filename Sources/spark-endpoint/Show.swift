import SparkCommand
import SparkFormat
import SparkStore

/// Shows one endpoint.
enum Show {
  static func run(_ tree: EndpointTree, asJSON: Bool, _ output: Output) throws -> ExitStatus {
    let record = try tree.record()
    let isCurrent = try tree.home.currentNumber() == tree.number
    if asJSON {
      try output.line(json(tree.number, record, isCurrent: isCurrent))
      return .done
    }
    try output.line("Name: \(record.name)")
    try output.line("Number: \(tree.number)\(isCurrent ? " (current)" : "")")
    if let address = record.address { try output.line("Address: \(address.text)") }
    if let kind = record.kind { try output.line("Kind: \(kind.rawValue)") }
    if let identity = record.identity { try output.line("Identity: \(identity)") }
    if let key = record.registerKey { try output.line("RegisterKey: \(key)") }
    for witness in record.witnesses { try output.line("Witness: \(witness)") }
    try output.line("Ceiling: \(record.ceiling.text)")
    if record.prepares == .sealing {
      try output.line("KeepPlaintext: \(record.keepsPlaintext ? "yes" : "no")")
      try output.line("SealWhileLocked: \(record.sealsWhileLocked ? "yes" : "no")")
      try output.line("Generation: \(record.key.map { String($0.generation) } ?? "none")")
    }
    if record.identity == nil { try output.line(Sentence.nowhere.text) }
    return .done
  }

  /// Where a sign-out was begun and not finished there is no tree yet.
  static func nowhere(asJSON: Bool, _ output: Output) throws -> ExitStatus {
    if asJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("name", "nowhere")
        json.member("current", true)
      }
      try output.line(json.text)
    } else {
      try output.line("Name: nowhere")
      try output.line(Sentence.nowhere.text)
    }
    return .done
  }

  private static func json(_ number: Int, _ record: EndpointRecord, isCurrent: Bool) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", record.name)
      json.member("number", number)
      json.member("current", isCurrent)
      json.member("tree", record.tree.text)
      json.member("identity", record.identity)
      json.member("registerKey", record.registerKey)
      json.array("witnesses") { for witness in record.witnesses { $0.element(witness) } }
      json.member("kind", record.kind?.rawValue)
      json.member("address", record.address?.text)
      if case .bytes(let bytes) = record.ceiling {
        json.member("ceiling", bytes)
      } else {
        json.null("ceiling")
      }
      json.member("seals", record.prepares == .sealing)
      json.member("keepPlaintext", record.keepsPlaintext)
      json.member("sealWhileLocked", record.sealsWhileLocked)
      if let key = record.key {
        json.member("generation", key.generation)
      } else {
        json.null("generation")
      }
    }
    return json.text
  }
}
