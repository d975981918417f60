/// Something that happened to a capture.
public enum HistoryEvent: Hashable, Sendable {
  /// It came to be: a file was last changed, or a share was made.
  case captured
  /// It was taken out of an inbox, durably.
  case kept(inbox: String)
  /// A sealed copy was made for a key generation.
  case sealed(generation: Int)
  /// It was tried so often, with a connection, and not recorded.
  case tried(Int)
  /// A verdict stopped it.
  case blocked(Reason)
  /// The other side has recorded it, and its receipt was stored.
  case recorded(name: String)

  /// The event in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }

  private var english: String {
    switch self {
    case .captured: "captured"
    case .kept(let inbox): inbox.isEmpty ? "kept" : "kept, from \(inbox)"
    case .sealed(let generation): "sealed under key generation \(generation)"
    case .tried(let count): "tried \(count) time\(count == 1 ? "" : "s") so far"
    case .blocked(let reason): "stopped: \(reason.rawValue)"
    case .recorded(let name): "recorded at \(name)"
    }
  }

  private var korean: String {
    switch self {
    case .captured: "캡처됨"
    case .kept(let inbox): inbox.isEmpty ? "보관됨" : "\(inbox)에서 가져와 보관됨"
    case .sealed(let generation): "키 세대 \(generation)로 봉인됨"
    case .tried(let count): "지금까지 \(count)번 시도함"
    case .blocked(let reason): "멈춤: \(reason.rawValue)"
    case .recorded(let name): "\(name)에 기록됨"
    }
  }
}
