/// Where an endpoint can be reached.
public struct Address: Hashable, Sendable {
  private static let what = "address"

  /// What kind of place it is.
  public let kind: EndpointKind
  /// The canonical form.
  public let text: String
  /// The directory, for `file:` addresses.
  public let path: FilePath?
  /// Whether what goes there is sealed.
  public let seal: Bool

  /// Reads `file:///path`, `file:///path?seal=yes`, `https://host[:port]`, `s3://bucket/prefix`, or
  /// an absolute path.
  public init(parsing text: String) throws(FormatError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads an address from bytes, for paths that are not UTF-8.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    if bytes.first == 0x2F {
      try self.init(path: FilePath(bytes), seal: false)
      return
    }
    guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: "://".utf8) else {
      throw Address.fault("is neither an absolute path nor an address")
    }
    let rest = bytes[(colon + 3)...]
    switch String(decoding: bytes[..<colon], as: UTF8.self).lowercased() {
    case "file": try self.init(file: rest)
    case "https": try self.init(https: rest)
    case "s3": try self.init(bucket: rest)
    case "http": throw Address.fault("must begin with https://")
    default: throw Address.fault("begins with no scheme that is known: file, https, s3")
    }
  }

  /// Makes the address of a directory.
  public init(path: FilePath, seal: Bool = false) throws(FormatError) {
    guard path.isAbsolute else { throw Address.fault("the path is not absolute") }
    guard !path.bytes.contains(0) else { throw Address.fault("the path holds a zero byte") }
    let names = path.components.filter { $0.bytes != [0x2E] }
    guard !names.isEmpty else { throw Address.fault("names no directory") }
    guard !names.contains(where: { $0.bytes == [0x2E, 0x2E] }) else {
      throw Address.fault("the path goes up with ..")
    }
    let plain = FilePath(components: names, absolute: true)
    var text = Array("file://".utf8)
    PercentEncoding.append(plain.bytes[...], to: &text) { Address.urlDelimiters.contains($0) }
    if seal { text.append(contentsOf: "?seal=yes".utf8) }
    kind = .directory
    self.text = String(decoding: text, as: UTF8.self)
    self.path = plain
    self.seal = seal
  }

  private init(file rest: ArraySlice<UInt8>) throws(FormatError) {
    guard !rest.contains(0x23) else { throw Address.fault("has a fragment (#)") }
    let parts = rest.split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
    guard let slash = parts[0].firstIndex(of: 0x2F) else { throw Address.fault("has no path") }
    let host = String(decoding: parts[0][..<slash], as: UTF8.self)
    guard host.isEmpty || host.lowercased() == "localhost" else {
      throw Address.fault("names another host; a path begins with file:///")
    }
    var seal = false
    if parts.count == 2 {
      switch String(decoding: parts[1], as: UTF8.self) {
      case "seal=yes": seal = true
      case "seal=no": break
      default: throw Address.fault("has an option that is not known; there is ?seal=yes")
      }
    }
    guard let path = FilePath(encoded: parts[0][slash...]) else {
      throw Address.fault("has a broken escape")
    }
    try self.init(path: path, seal: seal)
  }

  private init(https rest: ArraySlice<UInt8>) throws(FormatError) {
    guard rest.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw Address.fault("has no host") }
    var authority = String(decoding: rest, as: UTF8.self).lowercased()
    if authority.last == "/" { authority.removeLast() }
    guard !authority.contains("/"), !authority.contains("?"), !authority.contains("#") else {
      throw Address.fault("has a path; a register is https://host:port")
    }
    guard !authority.contains("@") else { throw Address.fault("holds a user's name") }
    let host: Substring
    let port: Substring?
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { throw Address.fault("has no host") }
      host = authority[...close]
      let after = authority[authority.index(after: close)...]
      guard after.isEmpty || after.first == ":" else { throw Address.fault("has no host") }
      port = after.isEmpty ? nil : after.dropFirst()
      guard host.count > 3, host.dropFirst().dropLast().utf8.allSatisfy(Address.isIPv6Byte) else {
        throw Address.fault("has no host")
      }
    } else {
      let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      host = parts[0]
      port = parts.count == 2 ? parts[1] : nil
      guard !host.isEmpty, host.utf8.allSatisfy(Address.isHostByte) else {
        throw Address.fault("has no host")
      }
    }
    if let port {
      guard let number = Decimal.read(Array(port.utf8)[...]), (1...65_535).contains(number) else {
        throw Address.fault("has no port between 1 and 65535")
      }
    }
    kind = .register
    text = "https://" + authority
    path = nil
    seal = false
  }

  private init(bucket rest: ArraySlice<UInt8>) throws(FormatError) {
    let parts = rest.split(separator: 0x2F)
    guard let bucket = parts.first, rest.first != 0x2F, (3...63).contains(bucket.count),
      bucket.allSatisfy(Address.isBucketByte)
    else { throw Address.fault("has no bucket's name (3 to 63 of a-z, 0-9, . and -)") }
    for part in parts.dropFirst() {
      guard !part.elementsEqual("..".utf8), !part.elementsEqual(".".utf8),
        part.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Address.urlDelimiters.contains($0) })
      else { throw Address.fault("has a prefix that cannot be an address") }
    }
    kind = .bucket
    text = "s3://" + String(decoding: Array(parts.joined(separator: [0x2F])), as: UTF8.self)
    path = nil
    seal = true
  }

  private static let urlDelimiters: [UInt8] = [0x20, 0x22, 0x23, 0x3C, 0x3E, 0x3F]

  private static func isHostByte(_ byte: UInt8) -> Bool {
    isBucketByte(byte) || byte == 0x5F
  }

  private static func isIPv6Byte(_ byte: UInt8) -> Bool {
    Hex.value(byte) != nil || byte == 0x3A || byte == 0x2E
  }

  private static func isBucketByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E: true
    default: false
    }
  }

  private static func fault(_ message: String) -> FormatError {
    FormatError(.badValue, what, message)
  }
}
