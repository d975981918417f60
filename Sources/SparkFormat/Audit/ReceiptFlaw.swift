/// Why a receipt, or a checkpoint, proves nothing.
public enum ReceiptFlaw: String, Error, CaseIterable, Sendable {
  /// It has no proof.
  case noProof
  /// A part of it cannot be read.
  case unreadable
  /// The entry is about something else than the receipt says.
  case entryOfOther
  /// The log's name is not the register's.
  case otherOrigin
  /// The signing key is not the one that was asked for.
  case otherKey
  /// The checkpoint does not carry the key's signature, or a wrong one.
  case badSignature
  /// The hashes do not lead from the entry to the checkpoint's root.
  case badProof
  /// A witness that was asked for has a signature there that is wrong.
  case badWitness

  /// The reason in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }

  private var english: String {
    switch self {
    case .noProof: "it has no proof"
    case .unreadable: "it can't be read"
    case .entryOfOther: "the log's entry is about something else"
    case .otherOrigin: "it is from another log"
    case .otherKey: "another key has signed it"
    case .badSignature: "its checkpoint is not what the key has signed"
    case .badProof: "its entry does not lead to what was signed"
    case .badWitness: "a witness's signature is wrong"
    }
  }

  private var korean: String {
    switch self {
    case .noProof: "증명이 없습니다"
    case .unreadable: "읽을 수 없습니다"
    case .entryOfOther: "로그 항목이 다른 것에 대한 것입니다"
    case .otherOrigin: "다른 로그에서 온 것입니다"
    case .otherKey: "다른 키로 서명되었습니다"
    case .badSignature: "체크포인트가 키로 서명된 내용과 다릅니다"
    case .badProof: "항목이 서명된 내용으로 이어지지 않습니다"
    case .badWitness: "증인의 서명이 잘못되었습니다"
    }
  }
}
