internal import SparkFormat
internal import SparkSeal
internal import SparkSystem

/// The secrets of a tree that is left: they lie apart from the store, and go first.
enum Secrets {
  /// Removes all that opens or signs for a tree; what is not there is no error.
  static func remove(of tree: CaptureID) throws(SparkError) {
    guard let config = ConfigHome.path() else { return }
    try KeyStore(tree: tree, name: "", config: config, runtime: .look(), pins: NoPins()).destroy()
  }

  /// A tree that is left has nothing to remember any more.
  private struct NoPins: PinKeeping {
    func pin() throws(SparkError) -> KeyPin? { nil }
    func advance(to chain: KeyChain, placing: () throws(SparkError) -> Void) throws(SparkError) {}
  }
}
