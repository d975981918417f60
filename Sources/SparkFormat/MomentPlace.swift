/// Where a capture's record stands in a register.
public enum MomentPlace: Hashable, Sendable {
  /// In the month of its time, under its id.
  case plain(CaptureID, Timestamp)
  /// Under a name that says nothing to those who lack the device's secret.
  case sealed(Octets32)

  /// The directory below ``base``, one component after the other.
  public var directories: [String] {
    switch self {
    case .plain(_, let time):
      let (year, month) = time.yearMonth
      return [year, month]
    case .sealed(let place): return [place.shard]
    }
  }

  /// The directory of the register that holds all records of this kind.
  public var base: String {
    switch self {
    case .plain: RegisterLayout.moments
    case .sealed: RegisterLayout.records
    }
  }

  /// The file's name.
  public var name: String {
    switch self {
    case .plain(let id, _): id.text
    case .sealed(let place): place.hex
    }
  }

  /// The path below the register.
  public var path: String { ([base] + directories + [name]).joined(separator: "/") }
}
