import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

@Suite struct ExportTests {
  private func check(_ filing: Filing, _ folder: RawPath) throws -> ToolRun {
    try filing.scratch.run("sh", [folder.appending("check")])
  }

  /// Every file whose contents count, spoiled in turn, makes the check fail.
  private func expectAllCounts(_ filing: Filing, _ folder: RawPath, _ names: [String]) throws {
    #expect(try check(filing, folder).status == 0)
    for name in names {
      for part in [2, 3, 7] {
        let path = folder.appending(name)
        let bytes = try TestFiles.read(path)
        try spoil(path, at: part)
        let run = try check(filing, folder)
        #expect(run.status == 1 && run.errorText.contains("FAILED"), "\(name): \(run)")
        try TestFiles.remove(path)
        try TestFiles.write(path, bytes)
      }
    }
    #expect(try check(filing, folder).status == 0)
  }

  @Test func aPlainCapture() throws {
    var texts = ["note.txt": "a note\n"]
    for number in 0..<20 { texts["other \(number)"] = "other \(number)" }
    let filing = try Filing(texts)
    let folder = filing.scratch.file("case 7")
    let id = try filing.id("note.txt")
    try filing.audit("export", id, folder, says: "Written")
    let names = try TestTree.files(folder).map(\.name)
    #expect(
      names == [
        "README.txt", "check", "checkpoint", "entry", "index.html", "note.txt",
        "proof.tlog-proof", "public-key", "receipt", "record",
      ])
    #expect(try TestFiles.read(folder.appending("note.txt")) == Array("a note\n".utf8))
    try expectAllCounts(
      filing, folder,
      ["note.txt", "record", "entry", "proof.tlog-proof", "checkpoint", "public-key"])
    let page = String(decoding: try TestFiles.read(folder.appending("README.txt")), as: UTF8.self)
    #expect(page.contains("self-witnessed") && page.contains("sh check"))
    let key = RawPath(Array(try TestFiles.read(folder.appending("public-key")).dropLast()))
    try filing.audit("receipt", "--key", key, folder.appending("receipt"), says: "Entry ")
    try filing.audit(
      "receipt", "--key", key, "--entry", folder.appending("entry"),
      folder.appending("proof.tlog-proof"), says: "Entry ")
    try filing.audit("export", id, folder, ends: 73, says: "is there already")
    #expect(
      try TestFiles.names(filing.scratch.path).allSatisfy {
        !$0.starts(with: ".".utf8) || $0 == Array(".streams".utf8)
      })
  }

  @Test func witnessesAreInIt() throws {
    let filing = try Filing(["a": "a", "b": "b", "c": "c"])
    let witness = filing.scratch.file("witness")
    let made = try filing.audit("witness", "new", witness, "--name", "guard.example")
    try filing.audit("witness", "sign", filing.register, "--key", witness, says: "Signed")
    try filing.keep(["d": "d"])
    let folder = filing.scratch.file("folder")
    try filing.audit("export", filing.id("b"), folder)
    let proof = try #require(
      try TestTree.files(folder.appending("witnesses")).first { $0.name.hasSuffix("proof") })
    let path = folder.appending("witnesses").appending(proof.path)
    let key = RawPath(Array(try TestFiles.read(folder.appending("public-key")).dropLast()))
    try filing.audit(
      "receipt", "--key", key, "--entry", folder.appending("entry"), "--witness",
      RawPath(made.lines[0]), path, says: "1 of 1")
    try expectAllCounts(filing, folder, ["witnesses/\(proof.name)", "record"])
    // What was recorded after the witness looked is not in what it signed.
    let later = filing.scratch.file("later")
    try filing.audit("export", filing.id("d"), later)
    #expect(!TestFiles.exists(later.appending("witnesses")))
  }

  @Test func aNameThatIsNotSafeIsNotUsed() throws {
    let filing = try Filing(["it's $(here).txt": "x", "record": "y"])
    for (name, text) in [("(here).txt", "x"), ("record", "y")] {
      let folder = filing.scratch.file(name + " folder")
      try filing.audit("export", filing.id(name), folder)
      #expect(try TestFiles.read(folder.appending("bytes")) == Array(text.utf8))
      try expectAllCounts(filing, folder, ["bytes", "record"])
    }
  }

  @Test func whatIsHeldIsRefused() throws {
    let filing = try Filing(["a": "a"])
    try filing.keep(["b": "b"], isSent: false)
    try filing.audit(
      "export", filing.id("b"), filing.scratch.file("folder"), ends: 1, says: "is held")
    #expect(!TestFiles.exists(filing.scratch.file("folder")))
  }

  @Test func withoutTheRegisterTheStoreHasEnough() throws {
    let filing = try Filing(["a": "a"])
    try TestFiles.rename(filing.register, to: filing.scratch.file("gone"))
    let folder = filing.scratch.file("folder")
    try filing.audit("export", filing.id("a"), folder, says: "does not answer")
    #expect(try check(filing, folder).status == 0)
  }

  @Test func inKorean() throws {
    let filing = try Filing(["a": "a"])
    let folder = filing.scratch.file("folder")
    let run = try filing.scratch.run(
      ToolCall("spark-audit", ["export", filing.id("a"), folder]).with("LC_ALL", "ko_KR.UTF-8"))
    #expect(run.status == 0)
    let page = String(decoding: try TestFiles.read(folder.appending("index.html")), as: UTF8.self)
    #expect(page.contains("lang=\"ko\"") && page.contains("자체 증언"))
  }

  @Test func aSealedCapture() throws {
    let filing = try Filing([:], options: "?seal=yes")
    let passphrase = filing.scratch.file("passphrase")
    try TestFiles.write(passphrase, "correct horse\n", mode: 0o600)
    try filing.run("spark-key", ["new", "--passphrase-file", passphrase])
    try filing.keep(["a.txt": "secret", "b.txt": "other"], isSent: false)
    try filing.run("spark-seal")
    try filing.run("spark-send")
    try filing.audit("log", filing.register, "--bytes", says: "All is well: entries 2, records 2")
    try filing.audit("orphans", filing.register, says: "Orphans: 0")
    let folder = filing.scratch.file("folder")
    try filing.audit("export", filing.id("a.txt"), folder)
    #expect(try TestFiles.read(folder.appending("a.txt")) == Array("secret".utf8))
    try expectAllCounts(filing, folder, ["sealed", "record", "entry"])
  }
}
