/// What stands at the address of a register that is a directory.
public enum RegisterLook: Equatable, Sendable {
  /// Nothing, though the directory above is there.
  case nothing
  /// Nothing, and no directory above either.
  case nowhere
  /// An empty directory, or one in which a register was begun.
  case empty
  /// A register with this identity.
  case register(identity: String, isSealed: Bool)
  /// Other things.
  case foreign
}
