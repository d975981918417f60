/// The 256 directories that objects are spread over.
enum ObjectShards {
  /// `00` to `ff`.
  static let names: [String] = (0..<256).map { value in
    var bytes: [UInt8] = []
    Hex.append(UInt64(value), digits: 2, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
