import SparkCommand
import SparkFormat
import SparkStore
import SparkSystem

/// `spark-audit receipt`: offline, with nothing at hand but the files.
struct ReceiptVerb {
  private let key: NoteKey?
  private let witnesses: [NoteKey]
  private let entry: [UInt8]?
  private let check: ReceiptCheck
  private let output: Output
  private let asJSON: Bool

  static func run(_ operands: [[UInt8]], _ arguments: Arguments, _ output: Output) throws
    -> ExitStatus
  {
    guard !operands.isEmpty else { throw CommandError.usage("receipt takes at least one FILE") }
    let verb = try ReceiptVerb(arguments, output)
    var status = ExitStatus.done
    for operand in operands where try !verb.tell(RawPath(operand)) { status = .negative }
    if verb.key == nil, !verb.asJSON { output.note(Sentence.trail(.audit(.keyOfReceipt)).text) }
    return status
  }

  private init(_ arguments: Arguments, _ output: Output) throws {
    key = try Operands.logKey(arguments)
    witnesses = try arguments.texts("witness").map {
      try Operands.key($0, .witness, option: "witness")
    }
    entry = try arguments.bytes("entry").map {
      let line = try Descriptor(named: RawPath($0)).rest(limit: 1 << 20)
      // An editor or echo ends it with a line feed, which is no part of it.
      return line.last == 0x0A ? line.dropLast() : line
    }
    check = ReceiptCheck(pin: key?.text)
    self.output = output
    asJSON = arguments.has("json")
  }

  private func proven(_ bytes: [UInt8]) throws -> ReceiptCheck.Proven {
    if bytes.starts(with: "c2sp.org/tlog-proof@".utf8) {
      guard let entry, let key else {
        throw CommandError.usage("a bare tlog-proof needs --entry and --key")
      }
      return try ProofCheck.check(entry: entry, proof: bytes, key: key)
    }
    guard let receipt = try? ReceiptRecord(parsing: bytes) else { throw ReceiptFlaw.unreadable }
    return try check.check(receipt)
  }

  /// Says what a file proves; false when that is nothing.
  private func tell(_ path: RawPath) throws -> Bool {
    let bytes = try Descriptor(named: path).rest(limit: 16 << 20)
    do {
      let proven = try proven(bytes)
      let signers = ProofCheck.Signers(proven.checkpoint, log: proven.key, asked: witnesses)
      if signers.isBad {
        try tell(path, .badWitness)
        return false
      }
      try tell(path, proven, signers)
      return true
    } catch let fault as ReceiptFlaw {
      try tell(path, fault)
      return false
    }
  }

  private func tell(_ path: RawPath, _ flaw: ReceiptFlaw) throws {
    if asJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("file", path.shown)
        json.member("proven", false)
        json.member("why", flaw.rawValue)
      }
      return try output.line(json.text)
    }
    try output.line("\(path.shown): \(Sentence.trail(.audit(.notProven(flaw))).text)")
  }

  private func tell(_ path: RawPath, _ proven: ReceiptCheck.Proven, _ signers: ProofCheck.Signers)
    throws
  {
    if asJSON { return try output.line(json(path, proven, signers)) }
    if output.isQuiet { return }
    var sentences: [AuditSentence] = [
      .proven(
        index: proven.index, size: proven.checkpoint.size, time: proven.entry.time.text,
        key: proven.key.text)
    ]
    if !witnesses.isEmpty {
      sentences.append(.witnesses(signed: signers.witnesses, asked: Set(witnesses).count))
    }
    if signers.others > 0 { sentences.append(.otherSignatures(signers.others)) }
    if signers.isSelfWitnessed { sentences.append(.selfWitnessed) }
    let text = sentences.map { Sentence.trail(.audit($0)).text }.joined(separator: " ")
    try output.line("\(path.shown): \(text)")
  }

  private func json(
    _ path: RawPath, _ proven: ReceiptCheck.Proven, _ signers: ProofCheck.Signers
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("file", path.shown)
      json.member("proven", true)
      json.null("why")
      json.member("index", proven.index)
      json.member("size", proven.checkpoint.size)
      json.member("time", proven.entry.time.text)
      json.member("key", proven.key.text)
      json.member("record", proven.entry.record?.text)
      json.member("object", proven.entry.object?.text)
      json.member("witnesses", signers.witnesses)
      json.member("asked", Set(witnesses).count)
      json.member("others", signers.others)
      json.member("selfWitnessed", signers.isSelfWitnessed)
    }
    return json.text
  }
}
