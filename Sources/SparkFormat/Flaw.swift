/// What `spark-verify` finds wrong in a store.
public enum Flaw: String, CaseIterable, Sendable {
  /// An object's bytes do not hash to its name.
  case objectDamaged
  /// An object is shorter than its captures say.
  case objectCut
  /// An object that a capture names is not there.
  case objectMissing
  /// An object cannot be read.
  case objectUnreadable
  /// An object's mode lets it be written.
  case objectWritable
  /// A truth says another size than its whole object has.
  case sizeDiffers
  /// Something that is not Spark's.
  case alien
  /// A directory of the tree is not there.
  case directoryMissing
  /// A record that says another id than its name, or an object in another directory.
  case wrongName
  /// A truth in another month than its time.
  case wrongMonth
  /// A record that cannot be read.
  case torn
  /// A receipt without a truth.
  case receiptAlone
  /// The record of a sealed copy without a truth.
  case sealedAlone
  /// A sealed truth without the record of its sealed copy.
  case sealedMissing
  /// The sealed copy of a held capture is not there; its plain bytes are.
  case sealedCopyMissing
  /// A receipt that does not name its truth's digest and object.
  case receiptOfOther
  /// A receipt of another register than the endpoint's.
  case receiptOfOtherRegister
  /// A receipt that says it is proven, and its proof does not hold.
  case receiptUnproven
  /// A row whose capture is not there.
  case rowWithoutTruth
  /// A row that says it is done, and there is no receipt.
  case rowWithoutReceipt
  /// More than one row for one capture.
  case twoRows
  /// A held capture without a row.
  case rowMissing
  /// A held capture without a marker.
  case markerMissing
  /// A marker whose capture is not there.
  case markerWithoutTruth
  /// A marker of a capture that is sent.
  case markerBesideReceipt
  /// A marker that is not its truth.
  case markerDiffers
  /// An object of several captures that is not marked as shared.
  case sharedMissing
  /// The ledger does not say what is held.
  case ledgerWrong
  /// `current` leads to no tree.
  case currentWrong
  /// The ledger must be counted again, which import does by itself.
  case ledgerStale
  /// What a process that ended left behind.
  case litter
  /// Rows under a carrier that no longer lives.
  case carrierDead
  /// A discard that was begun and not finished.
  case discardUnfinished
  /// `current` leads to a tree that was signed out of.
  case signOutUnfinished

  /// Whether it is worth saying and nothing is wrong with it.
  public var isNote: Bool {
    switch self {
    case .ledgerStale, .litter, .carrierDead, .sealedCopyMissing, .discardUnfinished,
      .signOutUnfinished:
      true
    default: false
    }
  }

  var english: String {
    switch self {
    case .objectDamaged: "The bytes of this object no longer match its name."
    case .objectCut: "This object is shorter than it was: bytes are missing at its end."
    case .objectMissing: "This object is missing."
    case .objectUnreadable: "This object can't be read."
    case .objectWritable: "This object can be written to; its mode should be 0444."
    case .sizeDiffers: "This record says another size than its object has."
    case .alien: "This does not belong here."
    case .directoryMissing: "This directory is missing."
    case .wrongName: "This stands under a wrong name."
    case .wrongMonth: "This record stands in a wrong month."
    case .torn: "This record is torn or can't be read."
    case .receiptAlone: "This receipt has no capture."
    case .sealedAlone: "This record of a sealed copy has no capture."
    case .sealedMissing: "This capture is sealed, and the record of its sealed copy is missing."
    case .sealedCopyMissing: "The sealed copy is not there; the next spark-seal makes another."
    case .receiptOfOther: "This receipt is for other contents than the capture beside it."
    case .receiptOfOtherRegister: "This receipt is from another register than this endpoint's."
    case .receiptUnproven: "This receipt's proof does not hold, so the capture counts as held."
    case .rowWithoutTruth: "This row has no capture."
    case .rowWithoutReceipt: "This row says that the capture is recorded, and there is no receipt."
    case .twoRows: "There is more than one row for this capture."
    case .rowMissing: "This capture is held and in no list to be sent."
    case .markerMissing: "This capture is held and has no marker."
    case .markerWithoutTruth: "This marker has no capture."
    case .markerBesideReceipt: "This marker says held, and there is a receipt."
    case .markerDiffers: "This marker is not the same as its capture's record."
    case .sharedMissing: "More than one capture names this object, and it is not marked as shared."
    case .ledgerWrong: "The ledger does not say what is held."
    case .currentWrong: "current does not point to an endpoint's tree."
    case .ledgerStale: "The next import counts the ledger again."
    case .litter: "Left behind by a process that ended; nobody needs it."
    case .carrierDead: "The process that carried these ended; the next spark-send takes them up."
    case .discardUnfinished:
      "This capture is being discarded; any tool that meets it finishes that."
    case .signOutUnfinished:
      "A sign-out was begun and not finished; spark-signout, or the next import, finishes it."
    }
  }

  var korean: String {
    switch self {
    case .objectDamaged: "이 객체의 내용이 더 이상 이름과 일치하지 않습니다."
    case .objectCut: "이 객체가 원래보다 짧습니다. 끝부분이 없습니다."
    case .objectMissing: "이 객체가 없습니다."
    case .objectUnreadable: "이 객체를 읽을 수 없습니다."
    case .objectWritable: "이 객체에 쓸 수 있습니다. 모드는 0444여야 합니다."
    case .sizeDiffers: "이 기록에 적힌 크기가 객체의 크기와 다릅니다."
    case .alien: "여기에 있을 것이 아닙니다."
    case .directoryMissing: "이 디렉터리가 없습니다."
    case .wrongName: "이름이 잘못되었습니다."
    case .wrongMonth: "이 기록이 잘못된 달에 있습니다."
    case .torn: "이 기록이 손상되었거나 읽을 수 없습니다."
    case .receiptAlone: "이 수령 확인에 해당하는 캡처가 없습니다."
    case .sealedAlone: "이 봉인본 기록에 해당하는 캡처가 없습니다."
    case .sealedMissing: "이 캡처는 봉인되었으나 봉인본의 기록이 없습니다."
    case .sealedCopyMissing: "봉인본이 없습니다. 다음 spark-seal이 다시 만듭니다."
    case .receiptOfOther: "이 수령 확인은 옆에 있는 캡처와 다른 내용에 대한 것입니다."
    case .receiptOfOtherRegister: "이 수령 확인은 이 엔드포인트가 아닌 다른 레지스터에서 온 것입니다."
    case .receiptUnproven: "이 수령 확인의 증명이 맞지 않아 아직 보관 중으로 칩니다."
    case .rowWithoutTruth: "이 전송 항목에 해당하는 캡처가 없습니다."
    case .rowWithoutReceipt: "전송 항목에는 기록되었다고 되어 있으나 수령 확인이 없습니다."
    case .twoRows: "이 캡처의 전송 항목이 둘 이상입니다."
    case .rowMissing: "이 캡처는 보관 중이지만 전송 목록에 없습니다."
    case .markerMissing: "이 캡처는 보관 중이지만 표시가 없습니다."
    case .markerWithoutTruth: "이 표시에 해당하는 캡처가 없습니다."
    case .markerBesideReceipt: "보관 중으로 표시되어 있으나 수령 확인이 있습니다."
    case .markerDiffers: "이 표시가 캡처의 기록과 다릅니다."
    case .sharedMissing: "둘 이상의 캡처가 이 객체를 가리키지만 공유 표시가 없습니다."
    case .ledgerWrong: "장부가 보관 중인 양과 다릅니다."
    case .currentWrong: "current가 엔드포인트 트리를 가리키지 않습니다."
    case .ledgerStale: "다음 가져오기에서 장부를 다시 셉니다."
    case .litter: "끝난 프로세스가 남긴 것이며 필요하지 않습니다."
    case .carrierDead: "이 항목을 나르던 프로세스가 끝났습니다. 다음 spark-send가 이어받습니다."
    case .discardUnfinished: "이 캡처는 폐기되는 중입니다. 이를 발견한 프로그램이 마무리합니다."
    case .signOutUnfinished:
      "로그아웃이 시작되었으나 끝나지 않았습니다. spark-signout이나 다음 가져오기가 마무리합니다."
    }
  }
}
