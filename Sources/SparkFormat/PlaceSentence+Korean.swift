extension PlaceSentence {
  /// The sentence in Korean.
  var korean: String {
    switch self {
    case .noHome: "HOME이 없습니다. --home으로 저장소를 지정하십시오."
    case .notAStore(let path):
      "\(path)은(는) 비어 있지 않고 저장소도 아닙니다. 다른 디렉터리를 지정하십시오."
    case .currentBroken(let path): "\(path)이(가) endpoints/<번호>를 가리키지 않습니다."
    case .recordUnreadable(let path, let why): "\(path)을(를) 읽을 수 없습니다: \(why)"
    case .noSuchEndpoint(let name): "\(name)이라는 엔드포인트가 없습니다."
    case .nameNotAllowed: "이름에는 /나 제어 문자를 쓸 수 없고, 비우거나 숫자만으로 지을 수 없습니다."
    case .nameTaken(let name): "\(name)이라는 엔드포인트가 이미 있습니다."
    case .endpointGone: "그동안 엔드포인트가 옮겨졌습니다."
    case .ownInboxIsEmptied:
      "저장소 자신의 수신함은 비워집니다. --keep에는 다른 디렉터리가 필요합니다."
    case .inboxOverlapsStore(let path, let store):
      "\(path)은(는) 수신함이 될 수 없습니다. 저장소가 \(store)입니다."
    case .shareTooLarge(let limit): "공유 하나에는 파일을 \(limit)개까지 담을 수 있습니다."
    case .directoriesOnly: "이 버전은 디렉터리로만 보냅니다."
    case .registerParentAbsent(let path):
      "\(path)의 상위 디렉터리가 없어 레지스터를 만들지 않았습니다. 디스크가 마운트되어 있습니까?"
    case .notARegister(let path):
      "\(path)은(는) 비어 있지 않고 레지스터도 아닙니다. 다른 디렉터리를 지정하십시오."
    case .registerVersion(let path): "\(path)은(는) 이 프로그램이 모르는 버전의 레지스터입니다."
    case .registerVanished(let path): "\(path)이(가) 만들어지는 동안 사라졌습니다."
    case .registerTaken(let name):
      "이 레지스터의 엔드포인트는 \(name)입니다. --new로 다시 현재 엔드포인트로 삼을 수 있습니다."
    case .registerIsSealed(let path):
      "\(path)의 레지스터는 봉인본만 받습니다. file:// 주소에 ?seal=yes를 붙이십시오."
    case .registerIsPlain(let path):
      "\(path)의 레지스터는 캡처를 그대로 담고 있습니다. ?seal=yes를 빼거나 다른 디렉터리를 지정하십시오."
    case .registerIsOther(let name, let path):
      "\(path)에 있는 것은 \(name)이(가) 아닌 다른 레지스터입니다. 아무것도 바꾸지 않았습니다. "
        + "먼저 \(name)에서 로그아웃하거나(spark-signout), --new로 두 번째 엔드포인트를 더하십시오."
    case .registerNotMoved(let name, let path):
      "\(path)에는 레지스터가 없고 \(name)도 없습니다. 아무것도 바꾸지 않았습니다. "
        + "먼저 레지스터를 그곳에 복사하거나, \(name)에서 로그아웃하거나(spark-signout), "
        + "--new로 두 번째 엔드포인트를 더하십시오."
    case .registerOverlapsStore(let path):
      "\(path)이(가) 저장소 안에 있거나 저장소가 그 안에 있습니다. "
        + "레지스터는 두 번째 사본이므로 따로 자리가 필요합니다."
    case .registerOverlapsInbox(let path, let inbox):
      "\(path)이(가) 수신함 \(inbox) 안에 있거나 수신함이 그 안에 있습니다. "
        + "레지스터는 두 번째 사본이므로 따로 자리가 필요합니다."
    }
  }
}
