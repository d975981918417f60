public import SparkFormat

/// What `spark-endpoint set` was asked for.
public struct EndpointRequest: Sendable {
  /// Where captures shall go.
  public let address: Address
  /// What people call it; nil for the name it has, or its address's last component.
  public let name: String?
  /// How much may be held; nil for what it is.
  public let ceiling: Ceiling?
  /// Whether a second tree is wanted.
  public let isNew: Bool
  /// Whether plain bytes stay once a sealed copy is durable; nil for what it is.
  public var keepsPlaintext: Bool?
  /// Whether captures are sealed while the keys are locked; nil for what it is.
  public var sealsWhileLocked: Bool?
  /// What becomes of the witnesses that are trusted; nil for nothing.
  public var witness: WitnessChange?

  /// A change of the witnesses that are trusted.
  public enum WitnessChange: Sendable {
    /// One more, by its public key.
    case add(String)
    /// None any more.
    case none
  }

  func witnesses(after before: [String]) -> [String] {
    switch witness {
    case nil: before
    case .add(let key): before.contains(key) ? before : before + [key]
    case WitnessChange.none?: []
    }
  }

  /// Makes a request.
  public init(address: Address, name: String? = nil, ceiling: Ceiling? = nil, isNew: Bool = false) {
    self.address = address
    self.name = name
    self.ceiling = ceiling
    self.isNew = isNew
  }
}
