public import SparkFormat

/// All statements of an organisation's key generations, from the first, each naming the one before.
public struct KeyChain: Sendable {
  /// The statements, generation 1 first, without a gap.
  public private(set) var statements: [Statement] = []

  /// Starts with no generation.
  public init() {}

  /// Checks a whole chain.
  public init(checking statements: [Statement]) throws(KeyFault) {
    for statement in statements { try add(statement) }
  }

  /// The newest statement.
  public var newest: Statement? { statements.last }

  /// The root key that has signed all of them.
  public var root: Octets32? { statements.first?.record.root }

  /// The statement of a generation.
  public subscript(generation: Int) -> Statement? {
    generation >= 1 && generation <= statements.count ? statements[generation - 1] : nil
  }

  /// The generation of a public key.
  public func generation(of recipient: Recipient) -> Int? {
    statements.first { $0.recipient == recipient }?.generation
  }

  /// Adds a statement; false, and nothing changes, when it is known already.
  ///
  /// `root` is the one that the first statement must be signed by, where one is known.
  @discardableResult
  public mutating func add(_ statement: Statement, root: Octets32? = nil) throws(KeyFault) -> Bool {
    let generation = statement.generation
    if let known = self.root ?? root, known != statement.record.root {
      throw .signedByOther(generation)
    }
    if let known = self[generation] {
      guard known.digest == statement.digest else { throw .fork(generation) }
      return false
    }
    guard generation == statements.count + 1 else {
      throw .gap(generation: generation, missing: generation - 1)
    }
    // It follows another statement of the generation before than the one that is here.
    guard statement.record.previous == newest?.digest else { throw .fork(generation - 1) }
    statements.append(statement)
    return true
  }

  /// Checks that the chain is the one that a store has seen, as far as both go.
  public func agree(with pin: KeyPin?) throws(KeyFault) {
    guard let pin, let root else { return }
    guard pin.root == root else { throw .signedByOther(newest?.generation ?? 1) }
    if let known = self[pin.generation], known.digest != pin.statement {
      throw .fork(pin.generation)
    }
  }

  /// Checks that the chain is the one that a store has seen, and as new.
  public func reach(_ pin: KeyPin?) throws(KeyFault) {
    try agree(with: pin)
    if let pin, pin.generation > statements.count {
      throw .behind(newest: statements.count, seen: pin.generation)
    }
  }
}
