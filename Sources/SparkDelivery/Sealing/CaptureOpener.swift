public import SparkFormat
internal import SparkSeal
public import SparkStore
public import SparkSystem

/// Opens captures of which only the sealed copy is here, while the keys are unlocked.
public struct CaptureOpener {
  private let tree: EndpointTree

  /// Opens captures of this tree.
  public init(_ tree: EndpointTree) { self.tree = tree }

  /// The truth as it was before it was sealed; nil while the keys that open it are not at hand.
  public func truth(_ sealed: CaptureRecord) throws(SparkError) -> CaptureRecord? {
    guard let copy = try SealedCopies(tree).record(of: sealed),
      let identity = try identity(copy.key.generation)
    else { return nil }
    return try truth(copy, identity)
  }

  /// Hands a capture's plain bytes to `sink`; throws at the end when they do not match their name.
  ///
  /// Throws `notPermitted` with a sentence while the keys that open it are not at hand.
  public func stream(
    _ sealed: CaptureRecord, to sink: ([UInt8]) throws(SparkError) -> Void
  ) throws(SparkError) {
    guard let copy = try SealedCopies(tree).record(of: sealed) else {
      let path = tree.root.full(RawPath(TreeLayout.sealed(sealed.id, sealed.time)))
      throw SparkError(.damaged, "open", path, Sentence.fileLost.text)
    }
    let path = tree.root.full(RawPath(TreeLayout.object(copy.object)))
    guard let identity = try identity(copy.key.generation) else {
      throw SparkError(
        .notPermitted, "open", path, Sentence.lockedGeneration(copy.key.generation).text)
    }
    let truth = try truth(copy, identity)
    let source: Descriptor
    do { source = try ObjectStore(tree).open(copy.object) } catch {
      guard error.code == .missing else { throw error }
      throw SparkError(.damaged, "open", path, Sentence.fileLost.text)
    }
    var hash = Blake2b256()
    do throws(OpenError) {
      try unsafe FileOpener().open(source, identities: [identity]) { bytes throws(SparkError) in
        unsafe hash.update(bytes)
        try sink(unsafe Array(bytes))
      }
    } catch {
      switch error {
      case .system(let error): throw error
      case .seal: throw SparkError(.damaged, "open", path, Sentence.damaged.text)
      }
    }
    guard hash.finish() == truth.object.bytes else {
      throw SparkError(.damaged, "open", path, Sentence.damaged.text)
    }
  }

  private func identity(_ generation: Int) throws(SparkError) -> Identity? {
    try KeyStore(tree).identities()?[generation]
  }

  private func truth(_ copy: SealedRecord, _ identity: Identity) throws(SparkError)
    -> CaptureRecord
  {
    let file = try ObjectStore(tree).open(copy.record)
    do {
      let moment = try MomentRecord(
        parsing: Age.open(file.contents(limit: 16 << 20), with: [identity]))
      return try CaptureRecord(parsing: moment.truth)
    } catch {
      if let error = error as? SparkError { throw error }
      throw SparkError(.damaged, "open", file.path, Sentence.damaged.text)
    }
  }
}
