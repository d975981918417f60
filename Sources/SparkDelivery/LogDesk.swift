internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Where one sender meets a register's log: opens it, looks whether it is the one that was seen, and has it
/// say of parcels that they are recorded.
///
/// Nothing is believed because the register says so: each proof is checked against the key and the largest
/// checkpoint that the tree knows.
final class LogDesk {
  private let tree: EndpointTree
  private let table: VerdictTable
  private let endpoint: EndpointRecord
  private let prefix: String
  private var log: RegisterLog?

  /// Prepares to meet the log of an endpoint's register; `prefix` begins the names of drafts there.
  init(_ tree: EndpointTree, _ table: VerdictTable, _ endpoint: EndpointRecord, prefix: String) {
    self.tree = tree
    self.table = table
    self.endpoint = endpoint
    self.prefix = prefix
  }

  /// The register's log as it stands now; the answer says why nothing may be sent.
  ///
  /// Throws the store's own errors.
  func open(_ register: RegisterDirectory) throws(SparkError) -> Result<RegisterLog, Refusal> {
    let pin = try tree.record().registerKey
    let found: Result<RegisterLog, TrailVerdict>
    do throws(SparkError) { found = try look(register, pin) } catch {
      log = nil
      return .failure(Refusal(table.log(error)))
    }
    let log: RegisterLog
    switch found {
    case .success(let fresh): log = fresh
    case .failure(let verdict): return .failure(Refusal(verdict.answer))
    }
    self.log = log
    if pin == nil { try TrailWatch.pin(log.key, tree) }
    if let verdict = try watch(log).examine(log) { return .failure(Refusal(verdict.answer)) }
    do throws(SparkError) {
      if let verdict = try WitnessWatch(tree: tree, endpoint: endpoint).examine(log) {
        return .failure(Refusal(verdict.answer))
      }
    } catch { return .failure(Refusal(table.log(error))) }
    return .success(log)
  }

  private func look(_ register: RegisterDirectory, _ pin: String?) throws(SparkError)
    -> Result<RegisterLog, TrailVerdict>
  {
    if let log, log.key.text == pin, try log.isOf(register) {
      try log.lookAgain()
      return .success(log)
    }
    let opened = try TrailWatch.open(register, pin: pin, name: table.name, prefix: prefix)
    if case .success(let fresh) = opened { try fresh.lookAgain() }
    return opened
  }

  private func watch(_ log: RegisterLog) -> TrailWatch {
    TrailWatch(tree, name: table.name, key: log.key)
  }

  /// Has the log say of each parcel that it is recorded, and checks what it says.
  ///
  /// `flush` makes the parcels' records durable. Throws the store's own errors.
  func record(
    _ parcels: inout [Parcel], in log: RegisterLog, flush: RegisterLog.Flush
  ) throws(SparkError) {
    let places = parcels.indices.filter { parcels[$0].isUnderWay }
    if places.isEmpty { return }
    func stopAll(_ answer: Answer) { for place in places { parcels[place].answer = answer } }
    let proofs: [TrailProof]
    do throws(SparkError) {
      proofs = try log.record(
        places.map { (entry: parcels[$0].entry(device: endpoint.tree), known: parcels[$0].known) },
        flush: flush)
    } catch { return stopAll(table.log(error)) }
    if let verdict = try watch(log).examine(log) { return stopAll(verdict.answer) }
    for (place, proof) in zip(places, proofs) { parcels[place].trail = proof }
    let checked = parcels
    let faults: [ReceiptFlaw?] = Workers.map(places.count, context: {}) {
      [check = ReceiptCheck(pin: log.key.text), register = endpoint.identity ?? ""] _, number in
      do throws(ReceiptFlaw) {
        _ = try check.check(checked[places[number]].receipt(register: register))
        return nil
      } catch { return error }
    }
    for case (let place, let fault?) in zip(places, faults) {
      let why = Sentence.trail(.badReceipt(name: table.name, why: fault))
      parcels[place].answer = .verdict(why)
    }
    try watch(log).remember(log)
  }
}

/// Why nothing may be sent to a register.
struct Refusal: Error {
  let answer: Answer
  init(_ answer: Answer) { self.answer = answer }
}
