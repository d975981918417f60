/// Why something may be pruned.
public enum PruneReason: String, CaseIterable, Sendable {
  /// A row whose capture landed more than a week ago.
  case landedRow
  /// What a process that ended left behind.
  case temporary
  /// A discard that was begun and not finished.
  case unfinishedDiscard
  /// An object that nothing names.
  case unreachable
  /// The bytes of a capture that the register has just confirmed.
  case sentBytes
  /// An endpoint's tree that was left, with nothing unsent in it.
  case retired
  /// An endpoint's tree that was left, with so much in it that was never sent.
  case retiredUnsent

  var english: String {
    switch self {
    case .landedRow: "its capture landed more than seven days ago"
    case .temporary: "left behind by a process that ended"
    case .unfinishedDiscard: "its discard was begun and not finished"
    case .unreachable: "nothing names it"
    case .sentBytes: "sent, and just confirmed by the register"
    case .retired: "signed out of"
    case .retiredUnsent: "signed out of; what was never sent in it goes as well"
    }
  }

  var korean: String {
    switch self {
    case .landedRow: "캡처가 도착한 지 7일이 지났습니다"
    case .temporary: "끝난 프로세스가 남긴 것입니다"
    case .unfinishedDiscard: "폐기가 시작되었으나 끝나지 않았습니다"
    case .unreachable: "가리키는 것이 없습니다"
    case .sentBytes: "보냈으며 레지스터가 방금 확인했습니다"
    case .retired: "로그아웃한 엔드포인트입니다"
    case .retiredUnsent: "로그아웃한 엔드포인트이며 보내지 못한 것도 함께 지워집니다"
    }
  }
}
