extension RawPath {
  /// This path and every directory above it, from the inside out.
  public func ancestors() -> [RawPath] {
    var all: [RawPath] = []
    var rest = bytes
    while !rest.isEmpty {
      all.append(RawPath(rest))
      guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { break }
      if slash == rest.startIndex {
        if rest.count > 1 { all.append("/") }
        break
      }
      rest = rest[..<slash]
    }
    return all
  }

  /// Whether this is the other path or lies below it; both must be resolved.
  public func isInside(_ other: RawPath) -> Bool {
    bytes.elementsEqual(other.bytes) || bytes.starts(with: other.bytes + [UInt8(ascii: "/")])
  }
}
