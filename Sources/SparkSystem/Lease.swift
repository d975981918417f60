internal import CSparkShim

extension Descriptor {
  /// Takes a read lease: granted only when nobody has the file open for writing, mapped included.
  ///
  /// False when someone has, or when this user may not take leases on it. It ends with the descriptor.
  public func takeLease() -> Bool { spark_lease_take(number) == 0 }

  /// Whether the lease still stands and no writer waits for it to end.
  public func keepsLease() -> Bool { spark_lease_kept(number) == 1 }
}
