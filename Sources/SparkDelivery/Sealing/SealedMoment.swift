internal import SparkFormat
internal import SparkSeal
internal import SparkSystem

/// The record of a capture that goes sealed: an age file that anybody can hold and the organisation can
/// open, with a mark in its header by which this device knows its own.
enum SealedMoment {
  private static let stanza = "spark-tag"
  // No age file begins otherwise (C2SP age.md).
  private static let beginning = Array("age-encryption.org/v1\n".utf8)

  /// What the header says to those who know the tag.
  struct Mark {
    let tag: Octets32
    let object: Digest

    init(tag: Octets32, object: Digest) {
      self.tag = tag
      self.object = object
    }

    /// Reads it from a sealed record; nil for anything else.
    init?(of moment: [UInt8]) {
      guard let header = try? AgeHeader(parsing: moment),
        let found = header.stanzas.first(where: { $0.type == SealedMoment.stanza }),
        found.arguments.count == 2, let tag = Octets32(hex: found.arguments[0]),
        let object = Digest(hex: found.arguments[1])
      else { return nil }
      self.init(tag: tag, object: object)
    }
  }

  /// Whether bytes are the sealed record that a sealed copy's record names, by what stands in its header.
  ///
  /// `<id>.sealed` may say anything; what is sealed says so itself.
  static func isOwn(_ moment: [UInt8], _ record: SealedRecord) -> Bool {
    guard let mark = Mark(of: moment) else { return false }
    return mark.tag == record.tag && mark.object == record.object
  }

  /// Seals a record.
  static func seal(_ moment: MomentRecord, _ tag: Octets32, to recipient: Recipient)
    throws(SealError) -> [UInt8]
  {
    let mark = Stanza(type: stanza, arguments: [tag.hex, moment.object.hex], body: [])
    return try Age.seal(moment.serialized, to: [recipient], also: [mark])
  }

  /// Whether a file begins as a sealed one does.
  static func isSealed(_ file: borrowing Descriptor) throws(SparkError) -> Bool {
    var first = [UInt8](repeating: 0, count: beginning.count)
    try file.read(into: &first, at: 0)
    return first == beginning
  }
}
