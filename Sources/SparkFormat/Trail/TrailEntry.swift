/// One line of a register's log: what happened, to what, by whom and when.
///
/// It is one line of text, `spark-entry 1`, the event, and `name=value` for each thing known, so that
/// whoever reads the log in ten years needs nothing else to understand it.
public struct TrailEntry: Equatable, Sendable {
  private static let what = "spark-entry"
  private static let first = "spark-entry 1 "

  /// What happened.
  public var event: TrailEvent
  /// The capture; nil where the register takes sealed copies alone.
  public var id: CaptureID?
  /// The sealed record's name; nil where the register holds captures as they are.
  public var place: Octets32?
  /// What the sealed record carries in its header.
  public var tag: Octets32?
  /// The record, byte for byte as the register holds it.
  public var record: Digest?
  /// The object that the record is about.
  public var object: Digest?
  /// The object's size.
  public var bytes: Int64?
  /// The tree that sent it; nil when the log was begun after the record came.
  public var device: CaptureID?
  /// When it was written into the log.
  public var time: Timestamp

  /// Makes an entry.
  public init(
    _ event: TrailEvent, id: CaptureID? = nil, place: Octets32? = nil, tag: Octets32? = nil,
    record: Digest? = nil, object: Digest? = nil, bytes: Int64? = nil, device: CaptureID? = nil,
    time: Timestamp
  ) {
    self.event = event
    self.id = id
    self.place = place
    self.tag = tag
    self.record = record
    self.object = object
    self.bytes = bytes
    self.device = device
    self.time = time
  }

  /// Reads a line without its line feed; names that are not known are passed over.
  public init(parsing line: some Collection<UInt8>) throws(FormatError) {
    func bad(_ message: String) -> FormatError { FormatError(.malformed, TrailEntry.what, message) }
    let line = Array(line)
    guard line.starts(with: Self.first.utf8) else { throw bad("does not begin as one") }
    let words = line.dropFirst(Self.first.utf8.count).split(
      separator: 0x20, omittingEmptySubsequences: false)
    guard let name = String(validating: words[0], as: UTF8.self),
      let event = TrailEvent(rawValue: name)
    else { throw bad("has an event that is not known") }
    var time: Timestamp?
    self.init(event, time: Timestamp(seconds: 0))
    for word in words.dropFirst() {
      guard let equals = word.firstIndex(of: 0x3D) else { throw bad("has a word without =") }
      let value = word[(equals + 1)...]
      let name = String(decoding: word[..<equals], as: UTF8.self)
      let field = RecordField(name: name, value: value, what: TrailEntry.what)
      switch name {
      case "id": try field.store(try field.id(), in: &id)
      case "place": try field.store(try field.octets32(), in: &place)
      case "tag": try field.store(try field.octets32(), in: &tag)
      case "record": try field.store(try field.digest(), in: &record)
      case "object": try field.store(try field.digest(), in: &object)
      case "bytes": try field.store(try field.count(), in: &bytes)
      case "device": try field.store(try field.id(), in: &device)
      case "time": try field.store(try field.time(), in: &time)
      default: break
      }
    }
    self.time = try RecordReader.require(time, TrailEntry.what, "time")
  }

  /// The line, without a line feed.
  public var line: [UInt8] {
    var line = Array((Self.first + event.rawValue).utf8)
    func append(_ name: String, _ write: (inout [UInt8]) -> Void) {
      line.append(contentsOf: " \(name)=".utf8)
      write(&line)
    }
    if let id { append("id", id.append) }
    if let place { append("place") { $0.append(contentsOf: place.hex.utf8) } }
    if let tag { append("tag") { $0.append(contentsOf: tag.hex.utf8) } }
    if let record { append("record", record.append) }
    if let object { append("object", object.append) }
    if let bytes { append("bytes") { $0.append(contentsOf: String(bytes).utf8) } }
    if let device { append("device", device.append) }
    append("time", time.append)
    return line
  }
}
