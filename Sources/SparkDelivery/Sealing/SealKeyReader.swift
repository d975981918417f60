internal import SparkFormat
internal import SparkSeal
internal import SparkStore
internal import SparkSystem

/// Reads the keys that a tree's captures are sealed with.
struct SealKeyReader {
  private let tree: EndpointTree

  init(_ tree: EndpointTree) { self.tree = tree }

  /// What was found.
  enum Found {
    case keys(SealKeys)
    /// Nothing can be sealed just now, or until a person has looked.
    case stopped(SealReport.End)
  }

  /// Reads the keys, and lets the store remember the newest generation before anything is sealed for it.
  func read() throws(SparkError) -> Found {
    let store = try KeyStore(tree)
    let chain: KeyChain
    do throws(SparkError) { chain = try remembered(store) } catch {
      guard error.code == .damaged else { throw error }
      return .stopped(.verdict(error.message))
    }
    let endpoint = try tree.record()
    let seen = endpoint.key?.generation ?? 0
    guard let newest = chain.newest else {
      let missing = KeySentence.noKeyYet(name: endpoint.name)
      return .stopped(.stopped(.keys(seen > 0 ? .generationMissing(seen) : missing)))
    }
    // Older statements than the store has seen are ignored: what they say was true once.
    if newest.generation < seen { return .stopped(.stopped(.keys(.generationMissing(seen)))) }
    let identities = try store.identities()
    if identities == nil, !endpoint.sealsWhileLocked {
      return .stopped(.stopped(.keys(.locked(name: endpoint.name))))
    }
    let hasSecrets = try store.hasKeyring()
    return .keys(
      SealKeys(
        pin: newest.pin, recipient: newest.recipient,
        identities: Array((identities ?? [:]).values), opens: Set((identities ?? [:]).keys),
        isLocked: identities == nil && hasSecrets, tags: SealTags(try store.tagSecret())))
  }

  /// Lets the store remember the newest generation before anything is sent under an older one.
  ///
  /// Returns what contradicts what the store has seen; nil when nothing does. Where there is no
  /// configuration the store's own memory has to do.
  func contradiction() throws(SparkError) -> String? {
    do throws(SparkError) {
      _ = try remembered(KeyStore(tree))
      return nil
    } catch {
      switch error.code {
      case .damaged: return error.message
      case .configuration: return nil
      default: throw error
      }
    }
  }

  private func remembered(_ store: KeyStore) throws(SparkError) -> KeyChain {
    let chain = try store.chain()
    if let newest = chain.newest, newest.generation > (try tree.record().key?.generation ?? 0) {
      try TreePins(tree).advance(to: chain) { () throws(SparkError) in }
    }
    return chain
  }
}
