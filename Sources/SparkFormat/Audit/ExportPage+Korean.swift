extension ExportPage {
  static func korean(_ facts: ExportFacts) -> [Block] {
    var blocks: [Block] = [
      .heading("기록 증명: \(facts.name ?? facts.id)"),
      .text(
        "이 폴더는 캡처된 파일 하나가 레지스터의 로그에 기록되었다는 것과 그 시각을 보여 줍니다. 레지스터도, "
          + "캡처한 기기도, 이 폴더를 만든 소프트웨어도 없이 확인할 수 있습니다."),
      .list([
        ("캡처", facts.id), ("캡처 시각", facts.captured), ("기록 시각", facts.recorded),
        ("크기", "\(facts.size)바이트"), ("로그", facts.origin),
        ("항목", "\(facts.index)번(첫 항목이 0번), 당시 전체 \(facts.entries)개"),
      ]),
      .heading("들어 있는 것"), .list(files(facts)),
    ]
    if let missing = missing(facts) { blocks.append(.text(missing)) }
    blocks += [
      .heading("확인하기"),
      .text(
        "리눅스나, POSIX 셸과 GNU coreutils가 있는 곳이라면 스크립트가 모든 계산을 합니다. 짧으니 먼저 읽어 보십시오."
      ),
      .code(["sh check"]),
      .text("스크립트가 하는 일은 다음과 같으며 손으로도 할 수 있습니다."),
      .text(
        "1. record의 BLAKE2b-256은 항목의 record= 값과 같습니다."
          + (facts.object.map { " \($0)의 것은 object= 값과 같습니다." } ?? "")),
      .code(["b2sum -l 256 record" + (facts.object.map { " '\($0)'" } ?? ""), "cat entry"]),
      .text(
        "2. 0 바이트 하나와 항목의 SHA-256이 트리의 잎입니다(RFC 6962). 증명에는 거기서 루트로 이어지는 해시가 "
          + "들어 있습니다. 단계마다 1 바이트 하나와 왼쪽, 오른쪽 해시의 SHA-256을 구합니다. 루트는 checkpoint의 "
          + "셋째 줄에 base64로 있습니다."),
      .code(["(printf '\\000'; cat entry) | sha256sum"]),
      .text(
        "3. checkpoint는 public-key의 키로 서명되어 있습니다(Ed25519, C2SP signed note). 스크립트는 이것을 확인하지 "
          + "않습니다. Go의 golang.org/x/mod/sumdb/note처럼 signed note를 확인하는 도구라면 무엇이든 확인할 수 있고, "
          + "tlog-proof 파일을 확인하는 도구는 proof.tlog-proof를 그대로 받습니다. Spark로는 이렇게 합니다."),
      .code(["spark-audit receipt --key '\(facts.key)' receipt"]),
      .text(
        "키는 이 폴더가 아닌 곳, 곧 레지스터나 그것을 운영하는 조직, 또는 그것을 써 온 기기에서 알아야 합니다. 키는 "
          + "다음과 같습니다."),
      .code([facts.key]), .heading("이 로그를 본 이"),
    ]
    if facts.witnesses.isEmpty {
      blocks.append(
        .text(
          "레지스터 자신뿐입니다(자체 증언). 키가 로그와 같은 곳에 있으므로 둘 다 가진 이는 다른 로그를 쓸 수도 있었습니다. "
            + "증인은 로그가 자라는 동안 서명하는 두 번째 기기이며, 증인이 서명한 것은 몰래 고쳐 쓸 수 없습니다."))
    } else {
      blocks.append(
        .text(
          "다음 증인들은 이 항목이 로그에 있을 때 로그에 서명했습니다. 저마다 로그가 전에 본 것에서 이어지는지 "
            + "확인했습니다. 증인의 키는 증인에게서 알아야 합니다."))
      blocks.append(
        .list(
          facts.witnesses.map {
            ("\($0.name)", "항목 \($0.size)개, \(ExportName.witnesses)/\($0.file).checkpoint")
          }))
      blocks.append(
        .code(
          facts.witnesses.map {
            "spark-audit receipt --entry entry --key '\(facts.key)' --witness KEY "
              + "\(ExportName.witnesses)/\($0.file).tlog-proof"
          }))
    }
    return blocks
  }

  private static func files(_ facts: ExportFacts) -> [(String, String)] {
    var files: [(String, String)] = []
    if let file = facts.file { files.append((file, "캡처된 파일 그대로")) }
    if facts.object == ExportName.sealed {
      files.append((ExportName.sealed, "레지스터에 있는 봉인본(age v1 형식)"))
    }
    files += [
      (
        ExportName.record,
        facts.isSealed ? "레지스터에 있는 봉인된 기록(age v1 형식)" : "레지스터에 있는 기록: 이름, 시각, 크기, 해시"
      ),
      (ExportName.receipt, "기기가 보관한 수령 확인"),
      (ExportName.entry, "레지스터 로그의 한 줄, 줄 끝 없이"),
      (ExportName.proof, "그 줄이 로그에 있다는 증명(C2SP tlog-proof)"),
      (ExportName.checkpoint, "레지스터가 서명한 것: 로그의 이름, 크기, 루트"),
      (ExportName.publicKey, "서명한 키"),
    ]
    if !facts.witnesses.isEmpty {
      files.append((ExportName.witnesses, "증인이 서명한 것과 거기로 이어지는 증명"))
    }
    files.append((ExportName.check, "서명 말고는 모두 확인하는 스크립트"))
    return files
  }

  private static func missing(_ facts: ExportFacts) -> String? {
    var parts: [String] = []
    switch facts.bytes {
    case .whole: break
    case .sealed:
      parts.append("캡처된 파일은 봉인본으로만 들어 있습니다. 키가 잠겨 있거나 없었습니다.")
    case .pruned: parts.append("캡처된 파일은 들어 있지 않습니다. 보낸 뒤 기기에서 지워졌습니다.")
    case .lost: parts.append("캡처된 파일은 들어 있지 않습니다. 기기에서 사라졌습니다.")
    }
    if facts.isSealed {
      parts.append(
        "레지스터에는 봉인본과 봉인된 기록이 있고, 항목은 이것에 대한 것입니다. 조직의 키를 가진 이는 age -d로 열 수 "
          + "있으며, 열린 기록에 캡처된 파일의 BLAKE2b-256이 있습니다.")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
