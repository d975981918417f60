extension ErasingSentence {
  /// The sentence in Korean; particles after a name do not depend on its last sound.
  var korean: String {
    switch self {
    case .alreadyRecorded(let capture, let name):
      "폐기하지 않았습니다. 다음 캡처는 이미 \(name)에 기록되었습니다: \(capture)"
    case .mayBeRecorded(let capture, let name):
      "다음 캡처는 이미 \(name)에 기록되었을 수 있으나 지금은 응답이 없습니다: \(capture) "
        + "아무것도 바꾸지 않았습니다."
    case .waitsForAnswer(let capture, let name):
      "다음 캡처의 기록이 \(name)(으)로 가는 중이어서 응답을 기다립니다: \(capture)"
    case .needsYes: "여기서는 물어볼 수 없습니다. 폐기는 되돌릴 수 없으므로 --yes를 붙여 실행하십시오."
    case .notDiscarded: "폐기하지 않았습니다."
    case .wouldDiscard(let capture): "폐기될 항목: \(capture)"
    case .originalStays(let path):
      "인박스에 그대로 두는 원본이므로 직접 삭제하십시오: \(path)"
    case .nothingToDiscard(let text):
      "이 저장소의 캡처도, 공유 항목도, 인박스에 있는 것도 아닙니다: \(text)"
    case .signedOut(let name): "로그아웃했습니다: \(name)"
    case .unsentKept(let name, let count, let total):
      "로그아웃했습니다: \(name) 보내지 못했고 이제 사용할 수 없는 항목: \(count)개. "
        + "spark-prune --discard-unsent \(total) 명령으로 지울 수 있습니다."
    case .stillRecording(let name):
      "로그아웃했습니다: \(name) 아직 응답을 기다리는 전송이 있습니다. "
        + "spark-signout을 다시 실행하면 남은 것을 지웁니다."
    case .nothingToSignOutOf: "로그아웃할 곳이 없습니다."
    case .pruned(let path, let size, let why):
      "\(path)(\(size.text(.korean))): \(why.korean)"
    case .prunedInAll(let count, let size): "정리했습니다: \(count)개(\(size.text(.korean)))"
    case .pruneUnreadable(let name):
      "\(name)의 기록 가운데 읽을 수 없는 것이 있어 객체를 지우지 않았습니다. "
        + "spark-verify가 어느 것인지 알려 줍니다."
    case .pruneNoAnswer(let name):
      "지금은 \(name)에 확인할 수 없어 보낸 것을 정리하지 않았습니다."
    case .pruneUnconfirmed(let name, let count):
      "\(name)에 온전히 있지 않아 여기에 그대로 둔 항목: \(count)개"
    case .retiredUnsent(let total):
      "로그아웃했고 보내지 못한 항목: \(total)개. "
        + "spark-prune --discard-unsent \(total) 명령으로 지울 수 있습니다."
    case .bytesPruned: "이 캡처의 내용은 보낸 뒤에 이 기기에서 정리되었습니다."
    }
  }
}
