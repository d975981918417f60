internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The one table that maps what a register that is a directory answers to weather or a verdict.
///
/// | step | answer | means |
/// |---|---|---|
/// | all | no such directory, not connected, stale, no device | weather |
/// | identify | no register there, an identity that cannot be read, not permitted | weather |
/// | identify | another identity, a version that is not known | verdict on the endpoint |
/// | bytes, record | no space, no quota | weather |
/// | bytes, record | read-only | weather |
/// | bytes, record | input or output error, busy | weather |
/// | bytes, record | not permitted, something else than a directory or file | verdict on the endpoint |
/// | bytes | too large for the file system | blocked: tooLarge |
/// | bytes | other bytes under the object's name | blocked: conflict |
/// | record | other bytes under the id | blocked: conflict |
/// | record | it reads back differently | failed: counts an attempt |
/// | log | it cannot be reached or written | as for a record |
/// | log | damaged, gone, another key, shorter or other than it was seen, a proof that does not hold | verdict on the endpoint |
///
/// And what this side answers:
///
/// | step | answer | means |
/// |---|---|---|
/// | bytes | the object or the truth is missing | blocked: fileLost |
/// | bytes | the object does not hash to its name, or is no file | blocked: damaged |
/// | bytes | the object cannot be read | failed: counts an attempt |
/// | any | the store itself cannot be written | the sender stops with the error |
struct VerdictTable: Sendable {
  /// A step of a landing.
  enum Step { case identify, bytes, record }

  /// The endpoint's name.
  let name: String
  /// The register's path.
  let path: RawPath

  /// What an error at the register means.
  func register(_ error: SparkError, at step: Step, size: Int64 = 0) -> Answer {
    let trouble = Sentence.registerTrouble(name: name, why: error.reason)
    if step == .identify {
      switch error.code {
      case .missing: return .weather(.registerAbsent(name: name, path: path.shown))
      case .configuration: return .verdict(trouble)
      default: return .weather(trouble)
      }
    }
    if error.isTooLarge {
      return .blocked(.tooLarge, .tooLargeForRegister(name: name, size: ByteCount(size)))
    }
    switch error.code {
    case .full: return .weather(.registerFull(name: name))
    case .readOnly: return .weather(.registerReadOnly(name: name))
    case .notPermitted, .wrongKind: return .verdict(trouble)
    default: return .weather(trouble)
    }
  }

  /// What an error of the register's log means: what is signed and not there is no weather.
  func log(_ error: SparkError) -> Answer {
    guard error.code == .damaged, let sentence = error.sentence else {
      return register(error, at: .record)
    }
    return .verdict(.registerTrouble(name: name, why: sentence))
  }

  /// There is no register, where one should be.
  var absent: Answer { .weather(.registerAbsent(name: name, path: path.shown)) }

  /// There is another register.
  var other: Answer { .verdict(.registerOther(name: name, path: path.shown)) }

  /// What was written is not what can be read.
  var unequal: String {
    Sentence.registerUnequal(name: name).text
  }

  /// Other bytes stand where these should.
  var conflict: Answer { .blocked(.conflict, .conflict(name: name)) }

  /// What an error of reading the object means.
  static func source(_ error: SparkError) -> Answer {
    switch error.code {
    case .missing: .blocked(.fileLost, .fileLost)
    case .wrongKind: .blocked(.damaged, .damaged)
    default: .failed(error.message)
    }
  }
}
