/// What the page of an export tells; all of it in the form that is safe to show.
public struct ExportFacts: Sendable {
  /// A witness that has signed.
  public struct Witness: Sendable {
    /// The file of what it signed, without its ending.
    public let file: String
    /// Its name.
    public let name: String
    /// How many entries the log had.
    public let size: Int64

    /// Makes one of its values.
    public init(file: String, name: String, size: Int64) {
      (self.file, self.name, self.size) = (file, name, size)
    }
  }

  /// The capture.
  public var id: String
  /// The name it had; nil where it is sealed and no key is at hand.
  public var name: String?
  /// The bytes' file; nil where they are not in it.
  public var file: String?
  /// The file whose digest the entry names; nil where it is not in it.
  public var object: String?
  /// What became of the bytes.
  public var bytes: ExportBytes
  /// Whether the register took a sealed copy.
  public var isSealed: Bool
  /// The bytes' size.
  public var size: Int64
  /// When it was captured.
  public var captured: String
  /// When it was recorded.
  public var recorded: String
  /// The log's name.
  public var origin: String
  /// The log's public key.
  public var key: String
  /// The entry's place.
  public var index: Int64
  /// How many entries the log had.
  public var entries: Int64
  /// Who has signed the same log.
  public var witnesses: [Witness]

  /// Makes one of its values.
  public init(
    id: String, name: String?, file: String?, object: String?, bytes: ExportBytes, isSealed: Bool,
    size: Int64, captured: String, recorded: String, origin: String, key: String, index: Int64,
    entries: Int64, witnesses: [Witness]
  ) {
    self.id = id
    self.name = name
    self.file = file
    self.object = object
    self.bytes = bytes
    self.isSealed = isSealed
    self.size = size
    self.captured = captured
    self.recorded = recorded
    self.origin = origin
    self.key = key
    self.index = index
    self.entries = entries
    self.witnesses = witnesses
  }
}
