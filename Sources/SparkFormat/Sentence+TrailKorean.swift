extension TrailSentence {
  /// The sentence in Korean.
  var korean: String {
    switch self {
    case .rolledBack(let name, let size, let seen):
      "\(name)이(가) 기록한 것을 잊었습니다. 로그 항목이 \(seen)개였으나 이제 \(size)개입니다. "
        + "자체 백업에서 복원한 것이라면 spark-endpoint accept-rollback을 실행하십시오."
    case .forked(let name):
      "\(name)이(가) 로그를 고쳐 썼습니다. 이 기기가 본 내용으로 더 이상 시작하지 않습니다. "
        + "무엇이든 더 보내기 전에 누가 바꾸었는지 알아보십시오."
    case .logGone(let name): "\(name)에 있던 로그가 더 이상 없습니다."
    case .otherKey(let name): "\(name)이(가) 이 기기가 아는 것과 다른 키로 서명합니다."
    case .badReceipt(let name, let why):
      "\(name)이(가) 준 수령 확인은 아무것도 증명하지 못합니다: \(why.text(.korean))."
    case .pinned(let name, let key): "\(name)의 서명 키: \(key)"
    case .logDamaged(let path): "로그가 손상되었습니다. \(path)이(가) 없거나 서명된 내용과 다릅니다."
    case .keyUnreadable(let path): "로그에 서명할 수 없습니다. \(path)에 키가 없습니다."
    case .memoryDamaged(let path):
      "\(path)이(가) 레지스터가 서명한 내용과 다릅니다. 백업에서 복원하거나 "
        + "spark-endpoint accept-rollback을 실행하십시오."
    case .renewed(let name, let count): "\(name)에서 받아 이제 증명이 되는 수령 확인: \(count)"
    case .witnessed(let name, let size, let witnesses):
      "\(name) 기록의 처음 \(size)개 항목은 \(witnesses)의 증인 서명을 받았습니다."
    case .nothingToAccept(let name):
      "\(name)의 로그가 그대로 이어집니다. 받아들일 것이 없습니다."
    case .heldAgain(let name, let size, let count):
      "\(name)을(를) 로그 항목 \(size)개인 지금 상태로 받아들입니다. "
        + "다시 보관되어 전송을 기다리는 캡처: \(count)"
    case .audit(let sentence): sentence.korean
    }
  }
}
