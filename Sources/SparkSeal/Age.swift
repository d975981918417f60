internal import CSodium

/// The age v1 format (age-encryption.org/v1) for what fits in memory; ``FileSealer`` and
/// ``FileOpener`` take files of any size.
public enum Age {
  /// Seals bytes for all recipients; `also` stands in the header besides, for whoever knows it.
  public static func seal(_ bytes: [UInt8], to recipients: [Recipient], also: [Stanza] = [])
    throws(SealError) -> [UInt8]
  {
    let fileKey = FileKey.fresh()
    let header = try header(fileKey, recipients, also)
    return header.encoded + Payload.seal(bytes, fileKey, nonce: freshNonce())
  }

  /// Seals bytes under a passphrase; a work factor of 18 takes about a second and 256 MiB.
  public static func seal(_ bytes: [UInt8], passphrase: [UInt8], workFactor: Int = 18)
    throws(SealError) -> [UInt8]
  {
    let fileKey = FileKey.fresh()
    let stanza = try Passphrase(passphrase).wrap(fileKey, workFactor: workFactor)
    let header = AgeHeader(stanzas: [stanza], fileKey: fileKey)
    return header.encoded + Payload.seal(bytes, fileKey, nonce: freshNonce())
  }

  /// Opens a file with whichever identity fits.
  public static func open(_ bytes: [UInt8], with identities: [Identity]) throws(SealError)
    -> [UInt8]
  {
    let header = try AgeHeader(parsing: bytes)
    return try open(bytes, header, try header.fileKey(identities))
  }

  /// Opens a file with its passphrase.
  public static func open(_ bytes: [UInt8], passphrase: [UInt8]) throws(SealError) -> [UInt8] {
    let header = try AgeHeader(parsing: bytes)
    return try open(bytes, header, try header.fileKey(passphrase: Passphrase(passphrase)))
  }

  private static func open(_ bytes: [UInt8], _ header: AgeHeader, _ fileKey: FileKey)
    throws(SealError) -> [UInt8]
  {
    var opened: [UInt8] = []
    opened.reserveCapacity(bytes.count)
    try Payload.open(bytes[header.length...], fileKey) { opened += $0 }
    return opened
  }

  static func header(_ fileKey: FileKey, _ recipients: [Recipient], _ also: [Stanza])
    throws(SealError) -> AgeHeader
  {
    guard !recipients.isEmpty else { throw .header("no recipient was named") }
    guard also.allSatisfy({ $0.isWritable && $0.type != Passphrase.type }) else {
      throw .header("a stanza cannot be written")
    }
    var stanzas: [Stanza] = []
    for recipient in recipients { stanzas.append(try recipient.wrap(fileKey)) }
    return AgeHeader(stanzas: stanzas + also, fileKey: fileKey)
  }

  static func freshNonce() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Chunk.nonceLength) { buffer, count in
      count = Chunk.nonceLength
      if let base = buffer.baseAddress { randombytes_buf(base, count) }
    }
  }
}
