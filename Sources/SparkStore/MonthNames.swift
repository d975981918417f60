internal import SparkFormat
internal import SparkSystem

/// The names in a month's directory.
struct MonthNames {
  /// The ids of the truths, sorted.
  private(set) var truths: [CaptureID] = []
  /// The ids of the receipts, sorted.
  private(set) var receipts: [CaptureID] = []
  /// The ids of the records of sealed copies.
  private(set) var sealed: [CaptureID] = []
  /// The names that are none of these.
  private(set) var others: [[UInt8]] = []

  private static let receiptSuffix = Array(".receipt".utf8)
  private static let sealedSuffix = Array(".sealed".utf8)

  init(_ month: Directory) throws(SparkError) {
    var truths: [CaptureID] = []
    var receipts: [CaptureID] = []
    var sealed: [CaptureID] = []
    var others: [[UInt8]] = []
    try unsafe month.forEachRawEntry { name, _ throws(SparkError) in
      if let id = unsafe CaptureID(lent: name) {
        truths.append(id)
      } else if let id = unsafe Self.id(name, Self.receiptSuffix) {
        receipts.append(id)
      } else if let id = unsafe Self.id(name, Self.sealedSuffix) {
        sealed.append(id)
      } else {
        others.append(unsafe Array(name))
      }
      return true
    }
    truths.sort()
    receipts.sort()
    self.truths = truths
    self.receipts = receipts
    self.sealed = sealed
    self.others = others
  }

  /// Whether there is a receipt of this id.
  func hasReceipt(_ id: CaptureID) -> Bool {
    var range = 0..<receipts.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if receipts[middle] == id { return true }
      range = receipts[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  private static func id(_ name: UnsafeBufferPointer<UInt8>, _ suffix: [UInt8]) -> CaptureID? {
    guard name.count == 36 + suffix.count, unsafe name[36...].elementsEqual(suffix)
    else { return nil }
    return unsafe CaptureID(lent: UnsafeBufferPointer(rebasing: name[..<36]))
  }
}
