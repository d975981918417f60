internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Looks at a register when there is nothing to send: whether it has forgotten what it said.
///
/// Only reads. A register that does not answer is no news then.
struct RegisterGlance {
  let tree: EndpointTree
  let endpoint: EndpointRecord
  let table: VerdictTable

  /// What was seen.
  enum Seen {
    case nothing
    case well
    case verdict(Sentence)
  }

  /// Looks; what seems wrong is looked at twice, for somebody may be writing.
  func look() throws(SparkError) -> Seen {
    guard let pin = endpoint.registerKey else { return .nothing }
    let first = try once(pin)
    guard case .verdict = first else { return first }
    Pause.sleep(milliseconds: 200)
    return try once(pin)
  }

  private func once(_ pin: String) throws(SparkError) -> Seen {
    let found: Result<RegisterLog, TrailVerdict>
    do throws(SparkError) {
      guard let register = try RegisterDirectory.open(table.path),
        register.identity == endpoint.identity
      else { return .nothing }
      found = try TrailWatch.open(
        register, pin: pin, name: table.name, prefix: endpoint.tree.text)
    } catch {
      guard case .verdict(let sentence) = table.log(error) else { return .nothing }
      return .verdict(sentence)
    }
    switch found {
    case .failure(let verdict): return .verdict(verdict.sentence)
    case .success(let log):
      let watch = TrailWatch(tree, name: table.name, key: log.key)
      let verdict =
        try watch.examine(log)
        ?? (try? WitnessWatch(tree: tree, endpoint: endpoint).examine(log))
      return verdict.map { .verdict($0.sentence) } ?? .well
    }
  }
}
