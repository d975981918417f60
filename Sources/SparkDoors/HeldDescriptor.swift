internal import SparkSystem

/// Carries an open file through a list until it is claimed, since a list cannot hold the file itself.
final class HeldDescriptor {
  private var file: Descriptor?

  init(_ file: consuming Descriptor) { self.file = consume file }

  /// The file, once.
  func take() -> Descriptor? { file.take() }
}
