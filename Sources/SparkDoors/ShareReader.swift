internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Reads a share's record and opens its files, believing nothing.
struct ShareReader {
  private static let recordLimit = 4 << 20

  let directory: Directory

  /// The record and its bytes; throws `malformed` with the sentence.
  func record(expecting name: [UInt8]) throws(SparkError) -> (ShareRecord, [UInt8]) {
    let file: [UInt8]
    do throws(SparkError) {
      let record = RawPath(InboxLayout.shareRecord)
      guard try directory.status(record).kind == .regular else { throw unreadable("its record is no file") }
      file = try directory.contents(record, limit: Self.recordLimit)
    } catch {
      if error.code == .malformed { throw error }
      throw unreadable("its record: \(error.reason)")
    }
    let record: ShareRecord
    do { record = try ShareRecord(parsing: file) } catch { throw unreadable(error.message) }
    guard name.elementsEqual(InboxLayout.shareName(record.id).utf8) else {
      throw unreadable("its record names another id")
    }
    return (record, file)
  }

  /// The id of the file at a place, from 1.
  static func id(_ share: CaptureID, place: Int) -> CaptureID {
    if place == 1 { return share }
    return CaptureID.version8(
      Blake2b256.hash(Derivation.shareFileSeed(share: share, place: place)))
  }

  /// Opens the file at a place; nil when nothing is there.
  func open(place: Int) throws(SparkError) -> Descriptor? {
    let name = RawPath(String(place))
    guard let status = try directory.statusIfAny(name) else { return nil }
    guard status.kind == .regular else { throw unreadable("its file \(place) is no ordinary file") }
    do throws(SparkError) { return try directory.file(name) } catch {
      throw unreadable("its file \(place): \(error.reason)")
    }
  }

  /// Checks that every file that the record names can be read; returns the bytes in all.
  func check(_ record: ShareRecord) throws(SparkError) -> Int64 {
    var bytes: Int64 = 0
    for place in 1...record.files.count {
      guard let file = try open(place: place) else { throw unreadable("its file \(place) is missing") }
      let status = try file.status()
      guard status.kind == .regular else { throw unreadable("its file \(place) is no ordinary file") }
      bytes += status.size
    }
    return bytes
  }

  func unreadable(_ why: String) -> SparkError {
    SparkError(.malformed, "read", directory.path, Sentence.shareUnreadable(why: why).text)
  }
}
