public import SparkFormat
public import SparkSystem

extension Language {
  /// The language of this process, from its environment.
  public static let current = Language.from { Environment.text($0) }
}

extension Sentence {
  /// The sentence in this process's language.
  public var text: String { text(.current) }
}

extension EndpointRecord {
  /// The record of a tree that has nowhere to send to.
  static func nowhere(tree: CaptureID) -> EndpointRecord {
    EndpointRecord(
      tree: tree, name: "nowhere", identity: nil, kind: nil, address: nil, ceiling: .standard)
  }

  /// The state in which rows begin; nil at nowhere, where there are none.
  public var prepares: State? {
    guard identity != nil, let address else { return nil }
    return address.kind == .bucket || address.seal ? .sealing : .staged
  }
}

extension Timestamp {
  /// The time now, with the offset of the place.
  public static func now() -> Timestamp { Timestamp(Clock.now()) }

  /// A file's time, with the offset that the place has at that time.
  public init(_ time: FileStatus.Time) {
    self.init(
      seconds: time.seconds, nanoseconds: time.nanoseconds, offset: Clock.offset(at: time.seconds))
  }
}

extension RawPath {
  /// The path as records and terminals show it.
  public var shown: String { FilePath(Array(bytes)).encoded }
}

extension CaptureID {
  /// The id of the file at a place of a share, from 1.
  public static func ofShare(_ share: CaptureID, place: Int) -> CaptureID {
    if place == 1 { return share }
    return version8(Blake2b256.hash(Derivation.shareFileSeed(share: share, place: place)))
  }

  /// An id that nobody else has; later ones sort behind earlier ones (RFC 9562, version 7).
  public static func fresh() -> CaptureID {
    version7(milliseconds: Clock.milliseconds(), random: Entropy.pair())
  }
}
