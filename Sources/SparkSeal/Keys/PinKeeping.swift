public import SparkFormat
public import SparkSystem

/// The store's memory of the newest generation it has seen, which never goes back.
public protocol PinKeeping: Sendable {
  /// The newest generation seen so far; nil before there is one.
  func pin() throws(SparkError) -> KeyPin?

  /// Does `placing`, which puts new statements in place, and remembers the newest of the chain, both
  /// while nobody is in a step of sealing or sending.
  ///
  /// Throws, and does neither, when the chain is another one than was seen.
  func advance(to chain: KeyChain, placing: () throws(SparkError) -> Void) throws(SparkError)
}
