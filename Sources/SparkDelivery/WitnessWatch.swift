internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Holds what trusted witnesses have signed against a register's log: one that is shorter than what a witness
/// saw, or does not go on from it, has forgotten or rewritten something, whether this device saw it or not.
struct WitnessWatch {
  let tree: EndpointTree
  let endpoint: EndpointRecord

  /// Looks; why the log is not the one that was witnessed, or nil.
  func examine(_ log: RegisterLog) throws(SparkError) -> TrailVerdict? {
    if endpoint.witnesses.isEmpty { return nil }
    let memory = WitnessMemory(tree)
    var best = try memory.read(endpoint)
    let before = best?.signed.size ?? -1
    for note in try log.witnessNotes() {
      guard let signed = note.signed,
        let witnessed = WitnessMemory.witnessed(signed, endpoint)
      else { continue }
      if let verdict = try compare(signed, log) { return verdict }
      if signed.size > best?.signed.size ?? -1 { best = witnessed }
    }
    if let best, best.signed.size > before { try memory.keep(best) }
    return nil
  }

  private func compare(_ signed: SignedCheckpoint, _ log: RegisterLog) throws(SparkError)
    -> TrailVerdict?
  {
    let now = log.checkpoint
    if now.size < signed.size {
      return TrailVerdict(.rolledBack(name: endpoint.name, size: now.size, seen: signed.size))
    }
    do throws(SparkError) {
      let proof = try log.consistency(from: signed.size)
      if Merkle.isConsistent(signed.size, signed.root, now.size, now.root, proof) { return nil }
    } catch { guard error.code == .damaged else { throw error } }
    return TrailVerdict(.forked(name: endpoint.name))
  }
}
