extension Int64 {
  /// The sum, or the largest number where it is larger than that: anyone can make two files with holes
  /// whose sizes add up to more.
  public func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
