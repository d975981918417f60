public import SparkFormat
public import SparkSystem

extension KeyStore {
  /// This device's secret for tags and places; it is made with the first generation, and never locked,
  /// since sealing needs it.
  public func tagSecret() throws(SparkError) -> Octets32 {
    if let directory = try directoryIfAny(), let tag = try storedTag(directory) { return tag }
    return try changing { directory throws(SparkError) in
      if let tag = try storedTag(directory) { return tag }
      // With another one the same capture would stand at a second place.
      let unlocked = try unlocked()
      if unlocked == nil, try directory.exists(RawPath(ConfigLayout.keyring)) {
        throw refusal(.tagLocked)
      }
      let tag = if let known = unlocked?.tag { known } else { try freshTag() }
      try placeTag(tag, directory)
      return tag
    }
  }

  /// A tag for keys that have none yet.
  ///
  /// A store that has seen a generation has sealed with a tag before: with another one, what it has sent
  /// since it was copied would land a second time. So that takes a person who has agreed.
  func freshTag(isAgreed: Bool = false) throws(SparkError) -> Octets32 {
    if !isAgreed, try pins.pin() != nil { throw refusal(.tagMissing(name: name)) }
    return .random()
  }

  /// The tag's file, if it is there.
  func storedTag(_ directory: Directory) throws(SparkError) -> Octets32? {
    let name = RawPath(ConfigLayout.tag)
    guard let bytes = try directory.contentsIfAny(name, limit: 4096) else { return nil }
    guard bytes.count == 65, bytes.last == 0x0A,
      let tag = Octets32(hex: String(decoding: bytes.dropLast(), as: UTF8.self))
    else {
      let path = directory.full(name).display
      throw refusal(.keyFileDamaged(path: path, why: "it is not 64 hexadecimal digits"), .damaged)
    }
    return tag
  }

  /// Writes the tag's file, durably, where there is none.
  func placeTag(_ tag: Octets32, _ directory: Directory) throws(SparkError) {
    if try storedTag(directory) != nil { return }
    try write(ConfigLayout.tag, Array((tag.hex + "\n").utf8), directory)
  }
}
