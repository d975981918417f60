public import SparkFormat
internal import SparkRegister
public import SparkStore
public import SparkSystem

/// Writes one capture into a new folder that can be checked without Spark.
public struct Export {
  /// What was written.
  public struct Report: Sendable {
    /// What became of the bytes.
    public internal(set) var bytes = ExportBytes.whole
    /// Whether the register could be asked for what witnesses have signed.
    public internal(set) var isAsked = false
  }

  private let found: CaptureFinder.Found
  private let shown: String
  private let receiptBytes: [UInt8]
  private let source: ExportSource
  private let proven: ReceiptCheck.Proven
  private let trail: TrailProof

  /// Takes up a capture; throws `refused` for one without a receipt, or whose receipt proves nothing.
  public init(_ found: CaptureFinder.Found) throws(SparkError) {
    self.found = found
    let id = found.truth.record.id
    shown = id.text
    let name = RawPath(TreeLayout.receiptName(id))
    let path = found.truth.month.full(name)
    func refusal(_ sentence: AuditSentence) -> SparkError {
      SparkError(.refused, "export", path, Sentence.trail(.audit(sentence)).text)
    }
    guard let bytes = try found.truth.month.contentsIfAny(name, limit: 1 << 20),
      let receipt = try Captures(found.tree).receipt(id, in: found.truth.month)
    else { throw refusal(.exportHeld(capture: id.text)) }
    guard let trail = receipt.trail else { throw refusal(.exportNoProof(capture: id.text)) }
    let pin = try found.tree.record().registerKey
    do throws(ReceiptFlaw) { proven = try ReceiptCheck(pin: pin).check(receipt) } catch {
      throw refusal(.exportBadReceipt(capture: id.text, error))
    }
    receiptBytes = bytes
    self.trail = trail
    source = try ExportSource(found, receipt)
  }

  /// Writes the folder, which must not be there: whole and durable, or not at all.
  public func write(to path: RawPath) throws(SparkError) -> Report {
    let bytes = Environment.absolute(path).bytes
    let trimmed = bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes
    let cut = trimmed.lastIndex(of: UInt8(ascii: "/")) ?? trimmed.startIndex
    let parent = try Directory(path: RawPath(trimmed[...cut]))
    let name = RawPath(trimmed[(cut + 1)...])
    let refusal = SparkError(
      .exists, "make", path, Sentence.trail(.audit(.folderThere(path: path.shown))).text)
    if try parent.exists(name) { throw refusal }
    let draft = RawPath(".\(CaptureID.fresh().text).export")
    do throws(SparkError) {
      try parent.makeDirectory(draft, mode: 0o755)
      let report = try fill(parent.directory(draft))
      guard try parent.renameNew(draft, to: parent, name) else { throw refusal }
      try parent.flush()
      return report
    } catch {
      _ = try? parent.removeTree(draft)
      throw error
    }
  }

  private func fill(_ folder: Directory) throws(SparkError) -> Report {
    var report = Report()
    guard let record = try source.record() else {
      throw SparkError(
        .damaged, "export", folder.path,
        Sentence.trail(.audit(.exportNoRecord(capture: shown))).text)
    }
    let proof: InclusionProof
    do { proof = try InclusionProof(parsing: trail.proof) } catch {
      throw SparkError(.damaged, "export", folder.path, Sentence.damaged.text)
    }
    try put(folder, ExportName.record, record)
    try put(folder, ExportName.receipt, receiptBytes)
    try put(folder, ExportName.entry, trail.entry)
    try put(folder, ExportName.proof, trail.proof)
    try put(folder, ExportName.checkpoint, proof.checkpoint)
    try put(folder, ExportName.publicKey, Array("\(proven.key.text)\n".utf8))
    let contents = try ExportContents(source, folder)
    report.bytes = contents.bytes
    report.isAsked = source.register != nil
    let witnesses = try putWitnesses(folder)
    let facts = facts(contents, witnesses)
    let page = ExportPage(facts, .current)
    try put(folder, ExportName.readme, Array(page.text.utf8))
    try put(folder, ExportName.page, Array(page.html.utf8))
    let script = ExportCheck.script(object: facts.object)
    try put(folder, ExportName.check, Array(script.utf8), mode: 0o755)
    try folder.flush()
    return report
  }

  private func put(_ folder: Directory, _ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644)
    throws(SparkError)
  {
    let file = try folder.newFile(RawPath(name), mode: mode)
    try file.write(bytes)
    try file.flush()
  }

  private func putWitnesses(_ folder: Directory) throws(SparkError) -> [ExportFacts.Witness] {
    guard let register = source.register else { return [] }
    let proofs = try WitnessedProofs.all(
      register, key: proven.key, entry: trail.entry, index: proven.index)
    if proofs.isEmpty { return [] }
    try folder.makeDirectory(RawPath(ExportName.witnesses), mode: 0o755)
    let inner = try folder.directory(RawPath(ExportName.witnesses))
    for proof in proofs {
      try put(inner, "\(proof.file).checkpoint", proof.proof.checkpoint)
      try put(inner, "\(proof.file).tlog-proof", proof.proof.serialized)
    }
    try inner.flush()
    return proofs.map { ExportFacts.Witness(file: $0.file, name: $0.name, size: $0.size) }
  }

  private func facts(_ contents: ExportContents, _ witnesses: [ExportFacts.Witness]) -> ExportFacts
  {
    ExportFacts(
      id: shown, name: contents.truth?.name.encoded, file: contents.file, object: contents.object,
      bytes: contents.bytes, isSealed: source.receipt.tag != nil, size: source.capture.size,
      captured: source.capture.time.text, recorded: proven.entry.time.text,
      origin: proven.key.name, key: proven.key.text, index: proven.index,
      entries: proven.checkpoint.size, witnesses: witnesses)
  }
}
