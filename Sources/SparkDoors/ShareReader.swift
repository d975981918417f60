internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// Reads a share's record and opens its files, believing nothing.
struct ShareReader {
  private static let recordLimit = 16 << 20

  let directory: Directory

  /// The record and its bytes; throws `malformed` with the sentence.
  func record(expecting name: [UInt8]) throws(SparkError) -> (ShareRecord, [UInt8]) {
    let file: [UInt8]
    do throws(SparkError) {
      let record = RawPath(InboxLayout.shareRecord)
      guard try directory.status(record).kind == .regular else {
        throw unreadable("its record is no file")
      }
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
    CaptureID.ofShare(share, place: place)
  }

  /// Opens the file at a place; nil when nothing is there.
  func open(place: Int) throws(SparkError) -> Descriptor? {
    let name = RawPath(String(place))
    guard let status = try directory.statusIfAny(name) else { return nil }
    guard status.kind == .regular else { throw notOrdinary(place) }
    let file: Descriptor
    do throws(SparkError) { file = try directory.file(name) } catch {
      throw unreadable("its file \(place): \(error.reason)")
    }
    // Looked at once it is open: a co-member may swap the name at any moment.
    guard try file.status().kind == .regular else { throw notOrdinary(place) }
    return file
  }

  private func notOrdinary(_ place: Int) -> SparkError {
    unreadable("its file \(place) is no ordinary file")
  }

  /// Checks that every file that the record names can be read; returns the bytes in all.
  func check(_ record: ShareRecord) throws(SparkError) -> Int64 {
    var bytes: Int64 = 0
    for place in 1...record.files.count {
      guard let file = try open(place: place) else {
        throw unreadable("its file \(place) is missing")
      }
      bytes = bytes.addingClamped(try file.status().size)
    }
    try refuseOthers(record)
    return bytes
  }

  /// A share holds what its record names and nothing else: whatever else stood there would not be kept.
  func refuseOthers(_ record: ShareRecord) throws(SparkError) {
    try directory.forEachEntry { entry throws(SparkError) in
      if entry.name.elementsEqual(InboxLayout.shareRecord.utf8) { return true }
      let text = String(decoding: entry.name, as: UTF8.self)
      guard let place = Int(text), String(place) == text, (1...record.files.count).contains(place)
      else { throw unreadable("its record does not name \(FileName(entry.name).encoded)") }
      return true
    }
  }

  func unreadable(_ why: String) -> SparkError {
    SparkError(.malformed, "read", directory.path, Sentence.shareUnreadable(why: why).text)
  }
}
