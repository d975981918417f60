/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Up to `limit` bytes, often ones that mean something in a name or a record.
  mutating func bytes(upTo limit: Int, without excluded: Set<UInt8> = []) -> [UInt8] {
    let telling: [[UInt8]] = [
      [0x0A], [0x0A, 0x0A], [0x25], [0x5C], [0x20], [0x2B], [0x3A], [0x2F], [0x2E], [0x7F], [0xFF],
      [0xC2], [0xE2, 0x80], [0xE2, 0x80, 0xAE], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xEF, 0xBB, 0xBF],
      Array("e\u{301}".utf8), Array("\u{E9}".utf8), Array("한".utf8), Array("한".utf8), [0x0D],
      [0x1B],
    ]
    var bytes: [UInt8] = []
    let count = Int.random(in: 0...limit, using: &self)
    while bytes.count < count {
      if Bool.random(using: &self), let some = telling.randomElement(using: &self) {
        bytes += some
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &self))
      }
    }
    return bytes.filter { !excluded.contains($0) }
  }
}
