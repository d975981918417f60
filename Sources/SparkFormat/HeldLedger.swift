/// The text of `held-bytes`: whose boot it is, then one signed number per line.
public enum HeldLedger {
  /// A ledger's first line.
  public static func start(boot: String) -> [UInt8] {
    Array("Boot: \(boot)\n".utf8)
  }

  /// One line: what was added or taken away.
  public static func delta(_ bytes: Int64) -> [UInt8] {
    Array("\(bytes < 0 ? "-" : "+")\(bytes.magnitude)\n".utf8)
  }

  /// What is held; nil when it must be counted again.
  ///
  /// That is when a line is torn, the boot is another, or the sum overflows or falls below zero.
  public static func sum(_ bytes: [UInt8], boot: String) -> Int64? {
    let first = start(boot: boot)
    guard bytes.starts(with: first), bytes.last == 0x0A else { return nil }
    var sum: Int64 = 0
    var rest = bytes[first.count...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      guard let sign = line.first, sign == 0x2B || sign == 0x2D,
        let magnitude = Decimal.read(line.dropFirst()).flatMap({ Int64(exactly: $0) })
      else { return nil }
      let (next, overflow) = sum.addingReportingOverflow(sign == 0x2B ? magnitude : -magnitude)
      guard !overflow, next >= 0 else { return nil }
      sum = next
    }
    return sum
  }
}
