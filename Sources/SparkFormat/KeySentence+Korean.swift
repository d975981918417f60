extension KeySentence {
  /// The sentence in Korean; particles after a name do not depend on its last sound.
  var korean: String {
    switch self {
    case .asks(let name): "\(name) 키의 암호문: "
    case .asksNew(let name): "\(name) 키의 새 암호문: "
    case .asksAgain: "한 번 더 입력: "
    case .asksFile(let path): "\(path) 파일의 암호문: "
    case .asksNewFile(let path): "\(path) 파일의 새 암호문: "
    case .noTerminal:
      "암호문을 물어볼 터미널이 없습니다. 암호문이 든 파일을 --passphrase-file로 지정하십시오."
    case .emptyPassphrase: "빈 암호문은 아무것도 보호하지 못합니다. 바뀐 것은 없습니다."
    case .passphrasesDiffer: "두 암호문이 서로 다릅니다. 바뀐 것은 없습니다."
    case .passphraseLines(let path):
      "암호문은 한 줄의 텍스트여야 하는데 \(path) 파일은 그렇지 않습니다. 바뀐 것은 없습니다."
    case .wrongPassphrase(let path): "\(path) 파일의 암호문이 아닙니다. 바뀐 것은 없습니다."
    case .noKeyYet(let name):
      "\(name)에 쓸 키가 아직 없습니다. spark-key new로 만들거나 spark-key add로 추가하십시오."
    case .keyThere(let name, let generation):
      "\(name)에 쓸 키가 이미 있습니다(\(generation)세대). "
        + "다음 세대는 spark-key rotate로 시작합니다."
    case .locked(let name): "\(name)의 키가 잠겨 있습니다. spark-key unlock으로 여십시오."
    case .noSecrets(let name):
      "이 기기에는 \(name)의 비밀 키가 없습니다. spark-key add로 추가하십시오."
    case .generationMissing(let generation):
      "이 기기에 없는 \(generation)세대 키를 기다리고 있습니다."
    case .noRuntime:
      "XDG_RUNTIME_DIR이 설정되지 않아, 로그아웃하면 사라지는 곳에 키를 열어 둘 수 없습니다."
    case .runtimeNotPrivate(let path):
      "다른 사용자도 들어갈 수 있는 곳이므로(XDG_RUNTIME_DIR: \(path)) 키를 열어 두지 않습니다."
    case .noConfig: "HOME이 없어 키를 찾을 수 없습니다. SPARK_CONFIG로 위치를 지정하십시오."
    case .noRoot:
      "이 기기에는 조직의 루트 키가 없어 새 세대를 시작할 수 없습니다. "
        + "루트 키가 있는 곳에서 rotate한 뒤 그 선언문을 여기에 추가하십시오."
    case .keyFileDamaged(let path, let why):
      "\(path) 파일이 잘렸거나 손상되었습니다: \(why). 그대로 두었으며, "
        + "내보낸 사본이 있으면 spark-key add로 추가하십시오."
    case .keyringOfOther(let path, let generation):
      "\(path) 파일이 \(generation)세대 키의 선언문과 맞지 않습니다. 바뀐 것은 없습니다."
    case .tagLocked:
      "태그용 비밀 값이 없어졌고 그 사본은 잠겨 있습니다. spark-key unlock으로 되찾으십시오."
    case .tagMissing(let name):
      "\(name)의 태그용 비밀 값이 여기에 없어, 이미 보낸 것이 두 번 도착할 수 있습니다. "
        + "내보낸 키를 더하거나, 없으면 --new-tag를 쓰십시오."
    case .statementUnreadable(let path, let why): "선언문 \(path) 파일을 읽을 수 없습니다: \(why)."
    case .statementOfOther(let generation):
      "\(generation)세대 키의 선언문이 이 캡처들을 받을 조직이 아닌 다른 이의 서명으로 "
        + "되어 있습니다. 바뀐 것은 없습니다."
    case .statementOlder(let generation, let newest):
      "이미 \(newest)세대 키까지 알고 있어 \(generation)세대의 선언문에는 새로운 내용이 없으므로 "
        + "무시합니다."
    case .fork(let generation):
      "\(generation)세대 키의 선언문이 서로 다르게 둘 있으며 그중 하나만 참일 수 있습니다. "
        + "바뀐 것은 없습니다. 루트 키를 가진 사람에게 문의하십시오."
    case .gap(let generation, let missing):
      "\(generation)세대 키의 선언문은 \(missing)세대 다음에 오는데 이 기기에는 그것이 없습니다. "
        + "그 선언문을 먼저 추가하십시오."
    case .behind(let newest, let seen):
      "이 기기의 선언문은 \(newest)세대 키까지인데 전에 \(seen)세대를 본 적이 있습니다. "
        + "더 새로운 선언문을 먼저 추가하십시오(spark-key add)."
    case .nothingToAdd(let path):
      "\(path) 파일에는 선언문도, 내보낸 사본도, 비밀 키도 없습니다."
    case .identityUnnamed(let path):
      "\(path) 파일의 키를 가리키는 선언문이 없습니다. 선언문을 먼저 추가하십시오."
    case .newest(let name, let generation):
      "\(name)의 최신 키는 \(generation)세대입니다."
    case .added(let statements, let identities):
      "추가한 선언문 \(statements)개, 추가한 비밀 키 \(identities)개."
    case .nothingNew: "모두 이미 알고 있는 내용입니다."
    case .exportHint:
      "다른 곳에 사본이 없으면 이 기기를 잃었을 때 봉인된 것을 열 수 없습니다. "
        + "spark-key export로 사본을 만드십시오."
    case .unlocked(let name, let identities):
      "\(name)의 키를 로그아웃할 때까지 열어 둡니다: \(identities)개."
    case .nowLocked: "이제 키가 잠겼습니다."
    case .forgotten(let generation): "이 기기에는 더 이상 \(generation)세대 키가 없습니다."
    case .forgetsNewest(let generation):
      "\(generation)세대가 최신 키입니다. 이 키가 없으면 앞으로 봉인하는 것을 이 기기에서 열 수 "
        + "없습니다. 그래도 버리려면 --yes를 붙이십시오."
    case .notHeld(let generation): "이 기기에는 \(generation)세대 키가 없습니다."
    case .exported(let path): "키를 암호문으로 보호하여 \(path) 파일에 내보냈습니다."
    case .fileThere(let path): "\(path) 파일이 이미 있으므로 덮어쓰지 않습니다."
    case .endpointGone(let name): "그사이에 \(name)에서 로그아웃했습니다. 바뀐 것은 없습니다."
    }
  }
}
