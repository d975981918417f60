public import SparkFormat
internal import SparkSystem

/// Which receipts a tree believes: for just this capture, from its own register, and proven.
public struct ReceiptTrust: Sendable {
  private let endpoint: EndpointRecord?
  private let check: ReceiptCheck

  /// What this endpoint believes; without a record that can be read, whatever proves itself.
  public init(_ endpoint: EndpointRecord?) {
    self.endpoint = endpoint
    check = ReceiptCheck(pin: endpoint?.registerKey)
  }

  /// Whether a receipt is for a capture with this truth, by its bytes' digest or its sealed copy.
  public func holds(
    _ receipt: ReceiptRecord, for truth: CaptureRecord, digest: Digest, sealed: SealedRecord?
  ) -> Bool {
    receipt.isFor(truth, digest: digest, sealed: sealed) && isOfRegister(receipt)
      && fault(receipt) == nil
  }

  /// Whether a receipt is from the endpoint's register.
  func isOfRegister(_ receipt: ReceiptRecord) -> Bool {
    endpoint == nil || receipt.register == endpoint?.identity
  }

  /// Why a receipt proves nothing; nil as well for one from before its register had a log, until all of
  /// these were replaced.
  func fault(_ receipt: ReceiptRecord) -> ReceiptFlaw? {
    if receipt.trail == nil, endpoint?.registerKey == nil || endpoint?.hasUnprovenReceipts == true {
      return nil
    }
    do throws(ReceiptFlaw) {
      _ = try check.check(receipt)
      return nil
    } catch { return error }
  }
}
