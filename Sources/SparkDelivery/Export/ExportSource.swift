internal import SparkFormat
internal import SparkRegister
internal import SparkStore
internal import SparkSystem

/// Where an export takes things from: the store, and the register while it can be reached.
struct ExportSource {
  let found: CaptureFinder.Found
  let receipt: ReceiptRecord
  /// The register; nil while it cannot be reached, or another one stands there.
  let register: RegisterDirectory?
  let sealed: SealedRecord?

  init(_ found: CaptureFinder.Found, _ receipt: ReceiptRecord) throws(SparkError) {
    self.found = found
    self.receipt = receipt
    sealed = try SealedCopies(found.tree).record(of: found.truth.record)
    var register: RegisterDirectory?
    if let path = try found.tree.record().address?.path {
      // A disk that is not there is no reason to go without what the store has.
      register = (try? RegisterDirectory.open(RawPath(path.bytes))) ?? nil
    }
    self.register = register?.identity == receipt.register ? register : nil
  }

  var capture: CaptureRecord { found.truth.record }

  /// The record that the receipt is about, byte for byte; nil where it is nowhere.
  func record() throws(SparkError) -> [UInt8]? {
    func isIt(_ bytes: [UInt8]?) -> Bool {
      bytes.map { Digest(Blake2b256.hash($0)) == receipt.record } ?? false
    }
    if isIt(found.truth.bytes) { return found.truth.bytes }
    if let path = try local(receipt.record) {
      let bytes = try found.tree.root.contents(path, limit: 16 << 20)
      if isIt(bytes) { return bytes }
    }
    let place =
      sealed.map { MomentPlace.sealed($0.place) } ?? .plain(capture.id, capture.time)
    if let bytes = try register?.moment(place), isIt(bytes) { return bytes }
    return nil
  }

  private func local(_ digest: Digest) throws(SparkError) -> RawPath? {
    let path = RawPath(TreeLayout.object(digest))
    return try found.tree.root.exists(path) ? path : nil
  }

  /// Hands an object to `sink`, from here or else from the register; false where it is nowhere.
  ///
  /// Throws `damaged` at the end when the bytes are not what the name says.
  func stream(_ digest: Digest, to sink: ([UInt8]) throws(SparkError) -> Void) throws(SparkError)
    -> Bool
  {
    if try local(digest) != nil {
      try ObjectReader.stream(digest, of: found.tree, to: sink)
      return true
    }
    guard let register else { return false }
    return try register.stream(digest, to: sink)
  }
}
