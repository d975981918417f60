internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Tells a register's log that a capture was discarded on its device after bytes of it had arrived, so that
/// nobody wonders whose they are; without a name, and without an id.
struct DiscardNotice {
  private let endpoint: EndpointRecord

  init(_ endpoint: EndpointRecord) { self.endpoint = endpoint }

  /// Tells it where the register answers as itself and the object stands there.
  ///
  /// A discard does not depend on it: whatever fails here changes nothing.
  func tell(_ object: Digest, size: Int64) {
    guard let key = endpoint.registerKey, let address = endpoint.address, let path = address.path,
      let register = try? RegisterDirectory.open(RawPath(path.bytes)),
      register.identity == endpoint.identity, (try? register.hasObject(object, size: size)) == true,
      let log = try? RegisterLog.open(
        register, prefix: "\(endpoint.tree.text),\(CaptureID.fresh().text)"), log.key.text == key
    else { return }
    let entry = TrailEntry(
      .discardedAtSource, object: object, bytes: size,
      device: register.isSealed ? nil : endpoint.tree,
      time: register.isSealed ? .now().utc : .now())
    try? log.tell([entry])
  }
}
