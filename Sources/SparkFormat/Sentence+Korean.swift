extension Sentence {
  /// The sentence in Korean; particles after a name do not depend on its last sound.
  var korean: String {
    switch self {
    case .allSent(let name):
      "모두 보냈습니다. 이 기기에서 캡처한 모든 것이 \(name)에 도착했습니다."
    case .recorded(let name, let count): "\(name)에 캡처 \(count)개를 기록했습니다."
    case .goesTo(let name, let address): "이제 캡처는 \(name)(\(address))(으)로 갑니다."
    case .queued(let count): "그동안 보관했고 이제 보내기를 기다리는 캡처: \(count)개"
    case .waitingAgain(let count): "다시 대기 중 \(count)개"
    case .hintsLost: "한꺼번에 너무 많은 변화가 있어 전체를 다시 살펴봅니다."
    case .watchLimit: "시스템이 더 많은 폴더를 지켜볼 수 없어 1분마다 살펴봅니다."
    case .selfWitness(let name):
      "\(name): 디렉터리입니다. 수령 확인은 같은 디스크에 있는 키로 스스로 증명한 것입니다."
    case .nothingWaiting: "대기 중인 항목이 없습니다."
    case .waiting(let count): "대기 중 \(count)개"
    case .needsYou(let count): "확인 필요: \(count)개"
    case .taken(let count, let size): "캡처 \(count)개를 보관했습니다(\(size.text(.korean)))."
    case .notYetTaken(let count): "아직 가져오지 않음: \(count)개"
    case .notQueued(let count): "아직 전송 목록에 없음: \(count)개"
    case .held(let count, let size): "캡처 \(count)개 보관 중(\(size.text(.korean)))"
    case .sending(let count): "보내는 중: \(count)개"
    case .notSealed(let count): "봉인을 기다리는 것: \(count)개. spark-seal이 할 수 있는 만큼 봉인합니다."
    case .lastLanding(let time): "마지막 도착: \(time.short())."
    case .andMore(let count): "그 밖에 \(count)개. 이유는 spark-status가 알려 줍니다."
    case .notBlocked(let id): "\(id)은(는) 멈춰 있지 않습니다."
    case .retryHint(let id): "spark-retry \(id)로 다시 목록에 넣을 수 있습니다"
    case .sealed(let name, let count): "\(name)에 보낼 캡처 \(count)개를 봉인했습니다."
    case .lockedGeneration(let generation):
      "키 세대 \(generation)로 봉인되었는데 그 키가 잠겨 있습니다. spark-key unlock으로 여십시오."
    case .treeIsBusy: "백업이나 다른 도구가 잠그고 있습니다. 다음 실행에서 마칩니다."
    case .stalledSince(let name, let since): "\(since.short())부터 \(name)에서 응답이 없습니다."
    case .nextTry(let due): "\(due.short())에 다시 시도합니다."
    case .noConnection: "캡처를 보낼 연결을 기다리고 있습니다."
    case .nowhere: "보낼 곳이 생길 때까지 이 기기에 보관합니다."
    case .ceilingCloud(let held, let ceiling):
      "\(Sentence.heldOf(held, ceiling)) "
        + "네트워크에 연결하여 비워진 뒤에 더 캡처하십시오."
    case .ceilingNear(let held, let ceiling, let name):
      "\(Sentence.heldOf(held, ceiling)) "
        + "\(name)에 연결할 수 있는 곳에서 비워진 뒤에 더 캡처하십시오."
    case .ceilingNowhere(let held, let ceiling):
      "\(Sentence.heldOf(held, ceiling)) 보낼 곳이 생길 때까지 이 기기에 보관합니다. "
        + "필요 없는 것을 폐기하거나 클라우드 엔드포인트로 옮기십시오."
    case .fileTooLarge(let size, let ceiling):
      "이 파일 하나(\(size.text(.korean)))만으로도 한도 \(ceiling.text(.korean))보다 큽니다. "
        + "spark-endpoint set --ceiling 명령으로 한도를 올리십시오."
    case .exhausted: "여러 번 시도했지만 보내지 못했습니다."
    case .unpaired(let name):
      "\(name)에서 더 이상 이 기기를 인식하지 못합니다. 다시 페어링하십시오. (401)"
    case .lapsed: "이용 기간이 만료되었습니다. (402)"
    case .revoked: "이 기기의 권한이 취소되었습니다. (403)"
    case .missing: "보낼 곳이 더 이상 존재하지 않습니다. (404)"
    case .staleKey(let generation):
      "\(generation)세대 키로 봉인되었으나, 이 기기에는 그 키가 더 이상 없습니다."
    case .fileLost: "이 캡처의 파일이 이 기기에서 사라졌습니다."
    case .conflict(let name): "\(name)에 같은 ID로 다른 내용이 이미 있습니다."
    case .damaged: "이 캡처의 내용이 더 이상 이름과 일치하지 않습니다."
    case .tooLargeForRegister(let name, let size):
      "\(name)에서는 이렇게 큰 파일(\(size.text(.korean)))을 받지 않습니다."
    case .discardAsks(let capture, let name):
      "다음 캡처를 폐기하시겠습니까? \(capture) 이 작업은 되돌릴 수 없습니다. "
        + "이미 \(name)에 도착한 내용은 여기서 삭제되지 않습니다."
    case .discarded: "폐기했습니다."
    case .erasing(let sentence): sentence.korean
    case .connectionDropped(let network): "연결이 끊어졌습니다. 다음을 확인하십시오: \(network)"
    case .orphan: "곧 돌아와 작업을 마칠 기기의 것일 수 있습니다."
    case .registerAbsent(let name, let path):
      "\(name)에 연결할 수 없습니다. \(path)에 레지스터가 없습니다. 디스크가 마운트되어 있습니까?"
    case .registerOther(_, let path):
      "\(path)에 있는 레지스터는 이 캡처들을 보낼 레지스터가 아닙니다."
    case .registerFull(let name): "\(name)에 남은 공간이 없습니다."
    case .registerReadOnly(let name): "\(name)에 쓸 수 없습니다. 읽기 전용입니다."
    case .registerUnequal(let name): "\(name)에서 읽은 것이 기록한 것과 다릅니다."
    case .registerTrouble(let name, let why): "\(name)에 문제가 있습니다: \(why)"
    case .notRegular(let kind): "일반 파일이 아니므로(\(Sentence.korean(kind))) 그대로 둡니다."
    case .unreadable: "현재 사용자는 이 파일을 읽을 수 없습니다."
    case .stillWritten: "아직 쓰는 중입니다."
    case .unfinishedName: "이름으로 보아 아직 완료되지 않은 파일입니다."
    case .hiddenName: "숨김 파일은 가져오지 않습니다."
    case .otherFileSystem: "인박스와 다른 파일 시스템에 있어 온전히 가져올 수 없습니다."
    case .notKept(let why): "보관하지 못했습니다: \(why)"
    case .cannotRemove(let why): "폴더에서 꺼낼 수 없습니다: \(why)"
    case .diskFull: "저장소의 디스크에 남은 공간이 없습니다."
    case .diskFloor: "저장소의 디스크에 남은 공간이 거의 없어 더 가져오지 않습니다."
    case .shareUnreadable(let why): "이 공유 항목을 읽을 수 없습니다: \(why)"
    case .shareKnown: "같은 ID의 공유 항목을 다른 내용으로 이미 가져왔습니다."
    case .inboxUnreadable(let path, let why): "인박스 \(path)에서 읽을 수 없습니다: \(why)"
    case .inboxNotEmptied(let path, let why): "인박스 \(path)에서 파일을 꺼낼 수 없습니다: \(why)"
    case .inboxRefused(let path, let why):
      "인박스를 사용하지 않습니다(\(path)). \(Sentence.korean(why))"
    case .inboxOtherEndpoint(let path):
      "인박스 \(path)에 있는 파일은 다른 엔드포인트로 갈 것이므로 그대로 둡니다."
    case .claimsOfAnotherStore(let path):
      "인박스 \(path)에 다른 저장소나 엔드포인트가 가져가기 시작한 파일이 있어 그대로 둡니다."
    case .purgeable(let path, let why):
      "\(path)에는 저장소를 둘 수 없습니다. \(Sentence.korean(why))"
    case .locksDoNotWork(let path):
      "\(path)에는 저장소를 둘 수 없습니다. 파일 잠금이 작동하지 않습니다."
    case .unknownStoreVersion(let version):
      "이 프로그램이 모르는 버전의 저장소입니다(버전 \(version)). 더 새로운 Spark를 사용하십시오."
    case .noStoreYet(let path):
      "\(path)에 아직 저장소가 없습니다. spark-import를 실행하면 만들어집니다."
    case .notAnID(let text): "캡처 ID나 그 앞 여덟 자리 이상이 아닙니다: \(text)"
    case .notTheOnlyID(let text): "ID가 다음으로 시작하는 캡처가 둘 이상 있습니다: \(text)"
    case .noSuchCapture(let text): "다음 캡처가 없습니다: \(text)"
    case .flaw(let flaw): flaw.korean
    case .place(let sentence): sentence.korean
    case .keys(let sentence): sentence.korean
    case .trail(let sentence): sentence.korean
    case .mended(let flaw): "고쳤습니다: \(flaw.korean)"
    case .allWell(let captures, let objects, let size):
      "이상 없습니다: 캡처 \(captures)개, 객체 \(objects)개(\(size.text(.korean)))"
    case .notWell(let findings, let captures, let objects, let size):
      "문제 \(findings)건: 캡처 \(captures)개, 객체 \(objects)개(\(size.text(.korean)))"
    }
  }

  private static func heldOf(_ held: ByteCount, _ ceiling: ByteCount) -> String {
    "한도 \(ceiling.text(.korean)) 중 \(held.text(.korean)) 보관 중입니다."
  }

  private static func korean(_ kind: SpecialFile) -> String {
    switch kind {
    case .pipe: "파이프"
    case .socket: "소켓"
    case .device: "장치"
    case .symbolicLink: "심볼릭 링크"
    }
  }

  private static func korean(_ refusal: InboxRefusal) -> String {
    switch refusal {
    case .notOurs: "다른 사용자의 것입니다."
    case .notSticky: "다른 사용자가 쓸 수 있는데 스티키 비트가 없습니다(chmod 3770)."
    case .privateDirectoryNotOurs: ".spark 디렉터리가 현재 사용자만의 것이 아닙니다."
    }
  }

  private static func korean(_ place: PurgeablePlace) -> String {
    switch place {
    case .tmpfs: "메모리에 있어 다시 시작하면 사라집니다."
    case .cache: "시스템이 비울 수 있는 캐시 디렉터리에 있습니다."
    case .temporary: "시스템이 비우는 임시 디렉터리에 있습니다."
    case .tagged: "CACHEDIR.TAG가 캐시로 표시한 곳에 있습니다."
    }
  }
}
