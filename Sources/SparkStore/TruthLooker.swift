internal import SparkFormat
internal import SparkSystem

/// What was seen of one truth, its receipt and its object.
struct TruthLook: Sendable {
  /// What is wrong with it, or with its receipt.
  var flaws: [(flaw: Flaw, receipt: Bool, detail: String?)] = []
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

  /// Looks at the truth with this id in a month.
  func look(_ id: CaptureID, _ month: Directory, _ monthName: String) -> TruthLook {
    var look = TruthLook()
    do throws(SparkError) {
      let name = RawPath(id.utf8)
      guard let bytes = try month.contentsIfAny(name, limit: 1 << 20) else { return look }
      let truth: CaptureRecord
      do { truth = try CaptureRecord(parsing: bytes) } catch {
        look.flaws.append((.torn, false, error.text))
        return look
      }
      if truth.id != id { look.flaws.append((.wrongName, false, "Id: \(truth.id.text)")) }
      let (year, number) = truth.time.yearMonth
      if "\(year)/\(number)" != monthName {
        look.flaws.append((.wrongMonth, false, "Time: \(truth.time.text)"))
      }
      try examine(truth, &look)
      // Whether it is sent is asked once more after the markers, and then while nobody is in a step.
      if truth.id == id {
        if try !isSent(truth, bytes, month, &look) {
          look.isSuspect = try !isListed(id)
        } else if look.missing.contains(truth.object), try isPruned(truth, month, &look) {
          look.missing.removeAll { $0 == truth.object }
        }
      }
    } catch {
      look.flaws.append((.torn, false, error.reason))
    }
    return look
  }

  private func examine(_ truth: CaptureRecord, _ look: inout TruthLook) throws(SparkError) {
    let objects = ObjectStore(tree)
    look.object = truth.object
    look.size = truth.size
    for digest in [truth.object, truth.shareRecord] {
      guard let digest else { continue }
      if broken.contains(digest) {
        look.broken.append(digest)
      } else if let status = try objects.status(digest) {
        if digest == truth.object, status.size != truth.size {
          look.flaws.append((.sizeDiffers, false, "Size: \(truth.size), object: \(status.size)"))
        }
      } else {
        look.missing.append(digest)
      }
    }
  }

  private func isSent(
    _ truth: CaptureRecord, _ bytes: [UInt8], _ month: Directory, _ look: inout TruthLook
  ) throws(SparkError) -> Bool {
    let name = RawPath(TreeLayout.receiptName(truth.id))
    guard let text = try month.contentsIfAny(name, limit: 1 << 20) else { return false }
    let receipt: ReceiptRecord
    do { receipt = try ReceiptRecord(parsing: text) } catch {
      look.flaws.append((.torn, true, error.text))
      return false
    }
    if receipt.id != truth.id {
      look.flaws.append((.wrongName, true, "Id: \(receipt.id.text)"))
      return false
    }
    if receipt.record.bytes != Blake2b256.hash(bytes) || receipt.object != truth.object {
      look.flaws.append((.receiptOfOther, true, nil))
      return false
    }
    if let endpoint = endpoint, endpoint.identity != receipt.register {
      look.flaws.append((.receiptOfOtherRegister, true, "Register: \(receipt.register)"))
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
      look.flaws.append((.torn, true, error.reason))
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
