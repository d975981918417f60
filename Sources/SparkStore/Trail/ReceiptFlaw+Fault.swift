public import SparkFormat

extension ReceiptFlaw {
  /// The reason that a check gave.
  public init(_ fault: TrailFault) {
    self =
      switch fault {
      case .noProof: .noProof
      case .unreadable: .unreadable
      case .entryOfOther: .entryOfOther
      case .otherOrigin: .otherOrigin
      case .otherKey: .otherKey
      case .badSignature: .badSignature
      case .badProof, .rolledBack, .forked: .badProof
      }
  }
}
