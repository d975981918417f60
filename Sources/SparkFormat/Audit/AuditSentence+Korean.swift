extension AuditSentence {
  /// The sentence in Korean.
  var korean: String {
    switch self {
    case .noRegister(let path): "\(path)은(는) 레지스터가 아닙니다."
    case .noLog(let path): "\(path)에 로그가 없습니다."
    case .noKey(let path): "\(path)에 키가 없습니다. 로그에 서명한 키를 --key로 알려 주십시오."
    case .badCheckpoint(let path): "\(path)이(가) 로그의 키로 서명된 내용이 아닙니다."
    case .onlyDirectories(let address):
      "\(address)은(는) 디렉터리가 아닙니다. 아직은 디렉터리인 레지스터만 감사할 수 있습니다."
    case .flaw(let flaw): flaw.korean
    case .allWell(let entries, let records, let objects, let size):
      "모두 정상입니다: 항목 \(entries), 기록 \(records), 객체 \(objects) (\(size.text(.korean)))"
    case .logAloneWell(let entries):
      "로그는 모두 정상입니다: 항목 \(entries). 기록과 객체는 함께 있지 않아 보지 않았습니다."
    case .logAloneNotWell(let findings, let entries):
      "발견된 문제: \(findings) (항목 \(entries)). 기록과 객체는 함께 있지 않아 보지 않았습니다."
    case .notWell(let findings, let entries, let records, let objects, let size):
      "발견된 문제: \(findings) (항목 \(entries), 기록 \(records), 객체 \(objects), "
        + "\(size.text(.korean)))"
    case .signedBy(let key): "서명 키: \(key)"
    case .proven(let index, let size, let time, let key):
      "당시 항목이 \(size)개였던 로그의 \(index)번 항목, \(time)에 기록됨, 서명 키 \(key)."
    case .notProven(let why): "아무것도 증명하지 못합니다: \(why.text(.korean))."
    case .witnesses(let signed, let asked): "요청한 증인 가운데 서명한 수: \(signed)/\(asked)."
    case .otherSignatures(let count): "알려 주지 않은 키의 서명: \(count)."
    case .selfWitnessed: "자체 증언: 레지스터 자신 말고는 이 로그를 본 것으로 알려진 이가 없습니다."
    case .keyOfReceipt: "키는 수령 확인에 적힌 것입니다. 어느 키여야 하는지는 --key로 정합니다."
    case .orphan(let path, let size, let age):
      "\(path): \(size.text(.korean)), \(age.text(.korean))"
    case .orphans(let count, let size): "가리키는 기록이 없는 객체: \(count) (\(size.text(.korean)))"
    case .unknownOrphans(let path):
      "\(path)을(를) 읽을 수 없어 어느 객체를 가리키는지 알 수 없습니다. spark-audit log를 실행하십시오."
    case .removeAsks(let path, let size, let age):
      "\(path) (\(size.text(.korean)), \(age.text(.korean))): 곧 돌아와 일을 마칠 기기의 것일 수 "
        + "있습니다. 지우시겠습니까?"
    case .mayBelong: "곧 돌아와 일을 마칠 기기의 것일 수 있습니다."
    case .removeNeedsYes:
      "곧 돌아와 일을 마칠 기기의 것일 수 있습니다. 물어볼 터미널이 없습니다. 그래도 지우려면 --yes를 쓰십시오."
    case .notRemoved: "지우지 않았습니다."
    case .wouldRemove(let path): "\(path)을(를) 지울 것입니다."
    case .removed(let path): "\(path)을(를) 지웠습니다."
    case .noOrphan(let path): "\(path)은(는) 이 레지스터에서 가리키는 기록이 없는 객체가 아닙니다."
    case .named(let path): "이제 \(path)을(를) 가리키는 기록이 있습니다. 아무것도 지우지 않았습니다."
    case .senderAtWork(let path):
      "지금 누군가 \(path)에 보내는 중입니다. 아무것도 지우지 않았습니다. 나중에 다시 하십시오."
    case .noWitnessKey(let path): "\(path)에 증인의 키가 없습니다."
    case .badName: "증인의 이름은 비어 있지 않고 빈칸과 +가 없어야 합니다."
    case .seenUnreadable(let path):
      "\(path)을(를) 읽을 수 없습니다. 이것 없이는 증인이 서명해서는 안 됩니다. 백업에서 복원하십시오."
    case .witnessOtherKey(let origin):
      "\(origin)이(가) 이 증인이 아는 것과 다른 키로 서명합니다. 서명하지 않았습니다."
    case .witnessRolledBack(let origin, let size, let seen):
      "\(origin)이(가) 되돌려졌습니다. 이 증인은 항목 \(seen)개를 보았으나 이제 \(size)개입니다. "
        + "서명하지 않았습니다."
    case .witnessForked(let origin):
      "\(origin)이(가) 이 증인이 본 내용으로 시작함을 보이지 못합니다. 서명하지 않았습니다."
    case .witnessed(let origin, let size, let path):
      "항목 \(size)개인 \(origin)에 서명했습니다: \(path)"
    case .witnessFirst(let key): "처음 본 키: \(key)"
    case .exportHeld(let capture):
      "\(capture)은(는) 보관 중이며, 누군가에게 보일 수령 확인이 아직 없습니다."
    case .exportNoProof(let capture):
      "\(capture)의 수령 확인에 증명이 없습니다. 다음 spark-send가 증명이 있는 것을 요청합니다."
    case .exportBadReceipt(let capture, let why):
      "\(capture)의 수령 확인은 아무것도 증명하지 못합니다: \(why.text(.korean))."
    case .folderThere(let path): "\(path)이(가) 이미 있습니다."
    case .exportNoRecord(let capture):
      "\(capture)의 수령 확인이 가리키는 기록이 여기에도 레지스터에도 없습니다."
    case .exported(let path): "만든 폴더: \(path)"
    case .exportedWithoutBytes(.whole): ""
    case .exportedWithoutBytes(.sealed):
      "키가 잠겨 있거나 없어서 내용이 봉인본으로만 들어 있습니다."
    case .exportedWithoutBytes(.pruned):
      "내용이 들어 있지 않습니다. 보낸 뒤 이 기기에서 지워졌습니다."
    case .exportedWithoutBytes(.lost): "내용이 들어 있지 않습니다. 이 기기에서 사라졌습니다."
    case .exportedUnasked(let name):
      "\(name)이(가) 응답하지 않아 증인이 서명한 것은 들어 있지 않습니다."
    }
  }
}
