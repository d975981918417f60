/// What `spark-audit` finds wrong in a register and its log.
public enum AuditFlaw: String, CaseIterable, Sendable {
  /// The public key is another one than was asked for, or not this register's.
  case otherKey
  /// A part of the log is not there.
  case tileMissing
  /// A bundle that does not hold as many entries as it should.
  case bundleTorn
  /// An entry that is not the one whose hash was signed.
  case entryChanged
  /// Hashes that are not those of the entries.
  case hashesWrong
  /// The entries lead to another root than the one that is signed.
  case rootWrong
  /// An entry that cannot be read.
  case entryUnreadable
  /// A file that is no part of the log.
  case stray
  /// A partial tile beside the full one.
  case stale
  /// An append that was committed, and whose tiles are not in their places yet.
  case commitPending
  /// A commit that is not what the log says.
  case commitWrong
  /// What a witness signed cannot be read, or is not this log's.
  case witnessUnreadable
  /// A witness has seen a longer log.
  case witnessAhead
  /// A witness has seen another log.
  case witnessDiffers
  /// A record that cannot be read.
  case recordUnreadable
  /// A record without an entry.
  case recordAlone
  /// A record whose entry is still to come, because somebody is at work.
  case recordAwaited
  /// A record that is not the one that was recorded.
  case recordChanged
  /// A record under another name than its entry says.
  case recordMisplaced
  /// An entry whose record is not there.
  case recordMissing
  /// A record that has more than one entry.
  case recordedTwice
  /// An entry that names another object than its record does.
  case otherObject
  /// An object that a record names is not there.
  case objectMissing
  /// An object of another size than was recorded.
  case objectCut
  /// An object whose bytes do not hash to its name.
  case objectDamaged
  /// An object that cannot be read.
  case objectUnreadable

  /// Whether it is worth saying and nothing is wrong with it.
  public var isNote: Bool {
    switch self {
    case .stale, .commitPending, .recordAwaited, .recordedTwice: true
    default: false
    }
  }

  var english: String {
    switch self {
    case .otherKey: "This is not the key that signs for this register."
    case .tileMissing: "This part of the log is missing."
    case .bundleTorn: "This bundle does not hold the entries that it should."
    case .entryChanged: "An entry in here is not the one that was recorded."
    case .hashesWrong: "These hashes are not those of the entries."
    case .rootWrong: "The entries do not lead to the root that was signed."
    case .entryUnreadable: "An entry in here can't be read."
    case .stray: "This is no part of the log."
    case .stale: "Left from when the log was shorter; nobody needs it."
    case .commitPending:
      "An append was begun and not finished; whoever writes to the register next finishes it."
    case .commitWrong: "This commit is not what the log says."
    case .witnessUnreadable: "What this witness signed can't be read, or is about another log."
    case .witnessAhead: "A witness has seen a longer log: this one was set back."
    case .witnessDiffers: "A witness has seen another log: this one was rewritten."
    case .recordUnreadable: "This record can't be read."
    case .recordAlone: "This record has no entry in the log."
    case .recordAwaited: "This record has no entry yet; somebody is sending just now."
    case .recordChanged: "This record is not the one that was recorded."
    case .recordMisplaced: "This record stands under another name than its entry says."
    case .recordMissing: "This record has an entry in the log and is missing."
    case .recordedTwice: "This record has more than one entry; the first one counts."
    case .otherObject: "The entry of this record names another object than the record does."
    case .objectMissing: "This object was recorded and is missing."
    case .objectCut: "This object has another size than was recorded."
    case .objectDamaged: "The bytes of this object no longer match its name."
    case .objectUnreadable: "This object can't be read."
    }
  }

  var korean: String {
    switch self {
    case .otherKey: "이 레지스터에 서명하는 키가 아닙니다."
    case .tileMissing: "로그의 이 부분이 없습니다."
    case .bundleTorn: "이 묶음에 있어야 할 항목이 들어 있지 않습니다."
    case .entryChanged: "이 안의 항목 하나가 기록된 것과 다릅니다."
    case .hashesWrong: "이 해시가 항목의 해시와 다릅니다."
    case .rootWrong: "항목에서 계산한 루트가 서명된 루트와 다릅니다."
    case .entryUnreadable: "이 안의 항목 하나를 읽을 수 없습니다."
    case .stray: "로그에 속하지 않는 파일입니다."
    case .stale: "로그가 더 짧았을 때 남은 것이며 필요하지 않습니다."
    case .commitPending:
      "추가가 시작되었으나 끝나지 않았습니다. 다음에 레지스터에 쓰는 쪽이 마무리합니다."
    case .commitWrong: "이 커밋이 로그의 내용과 다릅니다."
    case .witnessUnreadable: "이 증인이 서명한 것을 읽을 수 없거나 다른 로그에 대한 것입니다."
    case .witnessAhead: "증인이 더 긴 로그를 보았습니다. 이 로그는 되돌려졌습니다."
    case .witnessDiffers: "증인이 다른 로그를 보았습니다. 이 로그는 고쳐 쓰였습니다."
    case .recordUnreadable: "이 기록을 읽을 수 없습니다."
    case .recordAlone: "이 기록의 항목이 로그에 없습니다."
    case .recordAwaited: "이 기록의 항목이 아직 없습니다. 지금 누군가 보내는 중입니다."
    case .recordChanged: "이 기록은 로그에 기록된 것과 다릅니다."
    case .recordMisplaced: "이 기록이 항목에 적힌 것과 다른 이름으로 있습니다."
    case .recordMissing: "로그에 항목이 있으나 이 기록이 없습니다."
    case .recordedTwice: "이 기록의 항목이 둘 이상입니다. 첫 번째 것이 유효합니다."
    case .otherObject: "이 기록의 항목이 기록과 다른 객체를 가리킵니다."
    case .objectMissing: "기록된 객체가 없습니다."
    case .objectCut: "이 객체의 크기가 기록된 것과 다릅니다."
    case .objectDamaged: "이 객체의 내용이 더 이상 이름과 일치하지 않습니다."
    case .objectUnreadable: "이 객체를 읽을 수 없습니다."
    }
  }
}
