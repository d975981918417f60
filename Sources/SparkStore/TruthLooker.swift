internal import SparkFormat
internal import SparkSystem

/// What was seen of one truth, its receipt and its object.
struct TruthLook: Sendable {
  /// What is wrong with it, or with its receipt.
  var flaws: [(flaw: Flaw, suffix: String, detail: String?)] = []
  /// Whether it seems held and its marker or row missing.
  var isSuspect = false
  var object: Digest?
  var size: Int64 = 0
  /// The objects it names that are broken.
  var broken: [Digest] = []
  /// The objects it names that are not there.
  var missing: [Digest] = []
}

/// Looks at one truth after another; many threads may.
struct TruthLooker: Sendable {
  let tree: EndpointTree
  let endpoint: EndpointRecord?
  let broken: Set<Digest>
  private let trust: ReceiptTrust

  init(tree: EndpointTree, endpoint: EndpointRecord?, broken: Set<Digest>) {
    self.tree = tree
    self.endpoint = endpoint
    self.broken = broken
    trust = ReceiptTrust(endpoint)
  }

  /// Looks at the truth with this id in a month.
  func look(_ id: CaptureID, _ month: Directory, _ monthName: String) -> TruthLook {
    var look = TruthLook()
    do throws(SparkError) {
      let name = RawPath(id.utf8)
      guard let bytes = try month.contentsIfAny(name, limit: 1 << 20) else { return look }
      let truth: CaptureRecord
      do { truth = try CaptureRecord(parsing: bytes) } catch {
        look.flaws.append((.torn, "", error.text))
        return look
      }
      if truth.id != id { look.flaws.append((.wrongName, "", "Id: \(truth.id.text)")) }
      let (year, number) = truth.time.yearMonth
      if "\(year)/\(number)" != monthName {
        look.flaws.append((.wrongMonth, "", "Time: \(truth.time.text)"))
      }
      try examine(truth, &look)
      // Whether it is sent is asked once more after the markers, and then while nobody is in a step.
      if truth.id == id {
        let isSent = try isSent(truth, bytes, month, &look)
        if !isSent {
          look.isSuspect = try !isListed(id)
        } else if look.missing.contains(truth.object), try isPruned(truth, month, &look) {
          look.missing.removeAll { $0 == truth.object }
        }
        try examineSealed(truth, month, isSent: isSent, &look)
      }
    } catch {
      look.flaws.append((.torn, "", error.reason))
    }
    return look
  }

  private func examine(_ truth: CaptureRecord, _ look: inout TruthLook) throws(SparkError) {
    let objects = ObjectStore(tree)
    look.object = truth.object
    look.size = truth.objectSize
    for digest in [truth.object, truth.shareRecord] {
      guard let digest else { continue }
      if broken.contains(digest) {
        look.broken.append(digest)
      } else if let status = try objects.status(digest) {
        if digest == truth.object, status.size != truth.objectSize {
          look.flaws.append(
            (.sizeDiffers, "", "Size: \(truth.objectSize), object: \(status.size)"))
        }
      } else {
        look.missing.append(digest)
      }
    }
  }

  /// Looks at the record of the sealed copy; what was sent needs its copy no longer.
  private func examineSealed(
    _ truth: CaptureRecord, _ month: Directory, isSent: Bool, _ look: inout TruthLook
  ) throws(SparkError) {
    let name = RawPath(TreeLayout.sealedName(truth.id))
    guard let bytes = try month.contentsIfAny(name, limit: 1 << 20) else {
      if truth.isSealed { look.flaws.append((.sealedMissing, "", nil)) }
      return
    }
    let sealed: SealedRecord
    do { sealed = try SealedRecord(parsing: bytes) } catch {
      look.flaws.append((.torn, ".sealed", error.text))
      return
    }
    if sealed.id != truth.id {
      look.flaws.append((.wrongName, ".sealed", "Id: \(sealed.id.text)"))
      return
    }
    for digest in [sealed.object, sealed.record] where broken.contains(digest) {
      if digest != truth.object { look.broken.append(digest) }
    }
    if isSent { return }
    if truth.isSealed {
      // Nothing could make it again.
      for digest in [sealed.object, sealed.record] where digest != truth.object {
        if try ObjectStore(tree).status(digest) == nil { look.missing.append(digest) }
      }
      return
    }
    if try !SealedCopies(tree).isWhole(sealed) {
      look.flaws.append((.sealedCopyMissing, ".sealed", nil))
    }
  }

  private func isSent(
    _ truth: CaptureRecord, _ bytes: [UInt8], _ month: Directory, _ look: inout TruthLook
  ) throws(SparkError) -> Bool {
    let name = RawPath(TreeLayout.receiptName(truth.id))
    guard let text = try month.contentsIfAny(name, limit: 1 << 20) else { return false }
    let receipt: ReceiptRecord
    do { receipt = try ReceiptRecord(parsing: text) } catch {
      look.flaws.append((.torn, ".receipt", error.text))
      return false
    }
    if receipt.id != truth.id {
      look.flaws.append((.wrongName, ".receipt", "Id: \(receipt.id.text)"))
      return false
    }
    let sealed = receipt.tag == nil ? nil : try SealedCopies(tree).record(of: truth)
    if !receipt.isFor(truth, digest: Digest(Blake2b256.hash(bytes)), sealed: sealed) {
      look.flaws.append((.receiptOfOther, ".receipt", nil))
      return false
    }
    if !trust.isOfRegister(receipt) {
      look.flaws.append((.receiptOfOtherRegister, ".receipt", "Register: \(receipt.register)"))
      return false
    }
    if let fault = trust.fault(receipt) {
      look.flaws.append((.receiptUnproven, ".receipt", fault.text(.current)))
      return false
    }
    return true
  }

  /// Whether a note says that the object of what was sent was pruned.
  private func isPruned(_ truth: CaptureRecord, _ month: Directory, _ look: inout TruthLook)
    throws(SparkError) -> Bool
  {
    do throws(SparkError) {
      let note = try Captures(tree).pruned(truth.id, in: month)
      return note?.id == truth.id && note?.object == truth.object
    } catch {
      guard error.code == .malformed else { throw error }
      look.flaws.append((.torn, ".pruned", error.reason))
      return false
    }
  }

  /// Whether a held capture has its marker, and its row where there must be one.
  private func isListed(_ id: CaptureID) throws(SparkError) -> Bool {
    guard try tree.held.exists(RawPath(id.utf8)) else { return false }
    guard let prepared = endpoint?.prepares else { return true }
    // Mostly it is where it began; the rest is asked in the order rows move.
    if try tree.outbox.directory(prepared).exists(RawPath(id.utf8)) { return true }
    return try tree.outbox.state(of: id) != nil
  }
}
