/// What is known of a capture's sealed copy; it stands beside the truth as `<id>.sealed`.
public struct SealedRecord: Equatable, Sendable {
  private static let what = "spark-sealed"

  /// The capture.
  public var id: CaptureID
  /// The generation that it is sealed for.
  public var key: KeyPin
  /// The sealed copy, an object.
  public var object: Digest
  /// The sealed copy's size in bytes.
  public var size: Int64
  /// The sealed record, an object too.
  public var record: Digest
  /// Proves to this device that two sealed copies are of the same capture, and says nothing to others.
  public var tag: Octets32
  /// The record's name at a landing, which says nothing to others.
  public var place: Octets32
  /// When it was sealed.
  public var time: Timestamp

  /// Makes a record of its values.
  public init(
    id: CaptureID, key: KeyPin, object: Digest, size: Int64, record: Digest, tag: Octets32,
    place: Octets32, time: Timestamp
  ) {
    self.id = id
    self.key = key
    self.object = object
    self.size = size
    self.record = record
    self.tag = tag
    self.place = place
    self.time = time
  }

  /// Reads the record.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var id: CaptureID?
    var key = KeyPin.Fields()
    var object: Digest?
    var size: Int64?
    var record: Digest?
    var tag: Octets32?
    var place: Octets32?
    var time: Timestamp?
    try RecordReader.read(bytes, SealedRecord.what) { field throws(FormatError) in
      switch field.name {
      case "Id": try field.store(try field.id(), in: &id)
      case "Object": try field.store(try field.digest(), in: &object)
      case "Size": try field.store(try field.count(), in: &size)
      case "Record": try field.store(try field.digest(), in: &record)
      case "Tag": try field.store(try field.octets32(), in: &tag)
      case "Place": try field.store(try field.octets32(), in: &place)
      case "Time": try field.store(try field.time(), in: &time)
      default: try key.read(field)
      }
    }
    self.id = try RecordReader.require(id, SealedRecord.what, "Id")
    self.key = try RecordReader.require(key.pin(SealedRecord.what), SealedRecord.what, "Generation")
    self.object = try RecordReader.require(object, SealedRecord.what, "Object")
    self.size = try RecordReader.require(size, SealedRecord.what, "Size")
    self.record = try RecordReader.require(record, SealedRecord.what, "Record")
    self.tag = try RecordReader.require(tag, SealedRecord.what, "Tag")
    self.place = try RecordReader.require(place, SealedRecord.what, "Place")
    self.time = try RecordReader.require(time, SealedRecord.what, "Time")
  }

  /// The record's bytes.
  public var serialized: [UInt8] {
    var writer = RecordWriter(format: SealedRecord.what + " 1", capacity: 1024)
    writer.append("Id", write: id.append)
    key.append(to: &writer)
    writer.append("Object", write: object.append)
    writer.append("Size", String(size))
    writer.append("Record", write: record.append)
    writer.append("Tag", tag.hex)
    writer.append("Place", place.hex)
    writer.append("Time", write: time.append)
    return writer.finish()
  }
}
