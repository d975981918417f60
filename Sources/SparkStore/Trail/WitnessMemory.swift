public import SparkFormat
public import SparkSystem

/// The largest checkpoint of its register's log on which a tree has seen the signature of a witness that it
/// trusts.
public struct WitnessMemory: Sendable {
  /// What was witnessed.
  public struct Witnessed: Sendable {
    /// The checkpoint.
    public let signed: SignedCheckpoint
    /// The names of those who signed it.
    public let names: [String]
  }

  private let tree: EndpointTree
  private static let name = RawPath(TreeLayout.witnessed)

  /// The memory of this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// What was seen; nil when nothing was, or what is there is not signed by one who is trusted.
  public func read(_ endpoint: EndpointRecord) throws(SparkError) -> Witnessed? {
    guard let key = endpoint.registerKey.flatMap({ NoteKey($0) }), !endpoint.witnesses.isEmpty,
      let bytes = try tree.root.contentsIfAny(Self.name, limit: 1 << 20),
      let signed = try? SignedCheckpoint(bytes, key: key)
    else { return nil }
    return Self.witnessed(signed, endpoint)
  }

  /// Who of those that an endpoint trusts has signed a checkpoint; nil when nobody has.
  public static func witnessed(_ signed: SignedCheckpoint, _ endpoint: EndpointRecord)
    -> Witnessed?
  {
    guard let note = try? SignedNote(parsing: signed.bytes) else { return nil }
    let names = endpoint.witnesses.compactMap { NoteKey($0) }.filter {
      $0.kind == .witness && $0.verifies(note) == true
    }.map(\.name)
    return names.isEmpty ? nil : Witnessed(signed: signed, names: names)
  }

  /// Forgets it, where a register is taken that does not have all of it any more.
  public func forget() throws(SparkError) { try tree.root.remove(Self.name) }

  /// Keeps what was checked.
  ///
  /// It is not flushed: the witness's own file says it again.
  public func keep(_ witnessed: Witnessed) throws(SparkError) {
    let draft = RawPath(CaptureID.fresh().text)
    try tree.tmp.create(draft, witnessed.signed.bytes, mode: 0o600)
    try tree.tmp.replace(draft, to: tree.root, Self.name)
  }
}
