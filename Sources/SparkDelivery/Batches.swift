internal import SparkFormat

/// How much is carried at a time: enough to share the flushes, little enough to share the list.
enum Batches {
  /// At most so many rows.
  static let rows = 512
  /// About so many bytes; a larger object goes alone.
  static let bytes: Int64 = 64 << 20

  /// Cuts parcels into batches, in their order.
  static func split(_ parcels: [Parcel]) -> [[Parcel]] {
    var batches: [[Parcel]] = []
    var batch: [Parcel] = []
    var size: Int64 = 0
    for parcel in parcels {
      if !batch.isEmpty, batch.count >= rows || size + parcel.objectSize > bytes {
        batches.append(batch)
        batch = []
        size = 0
      }
      batch.append(parcel)
      size += parcel.objectSize
    }
    if !batch.isEmpty { batches.append(batch) }
    return batches
  }
}
