import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

@Suite struct VerbTests {
  @Test func logSaysWhatIsWrongAndWhere() throws {
    let filing = try Filing(["a": "a", "b": "b"])
    try filing.audit("log", filing.register, says: "All is well: entries 2, records 2, objects 4")
    try filing.audit("log", filing.register.appending("log"), says: "All is well with the log")
    let json = try filing.audit("log", "--json", filing.register)
    #expect(json.text.contains("\"findings\":0,\"entries\":2,\"records\":2,\"objects\":4"))
    try spoil(filing.register.appending("log/tile/0/000.p/2"))
    try filing.audit(
      "log", filing.register, ends: 1, says: "log/tile/0/000.p/2: These hashes are not")
    try spoil(filing.register.appending("log/checkpoint"))
    try filing.audit("log", filing.register, ends: 65, says: "is not what the log's key has signed")
  }

  @Test func somethingElseThanARegister() throws {
    let filing = try Filing(["a": "a"])
    try filing.audit("log", filing.scratch.home, ends: 78, says: "does not know")
    try filing.audit("log", filing.scratch.path, ends: 65, says: "is no register")
    try filing.audit("log", filing.scratch.file("nothing"), ends: 65, says: "is no register")
    try filing.audit("log", "https://register.example", ends: 78, says: "so far only")
    try filing.audit("log", ends: 64)
    try filing.audit("what", ends: 64)
    try filing.audit("log", filing.register, "--key", "x", ends: 64, says: "public key")
  }

  @Test func receiptNeedsNothingButTheFile() throws {
    let filing = try Filing(["a": "a", "b": "b"])
    let receipts = try filing.receipts()
    let kept = filing.scratch.file("receipt")
    try TestFiles.write(kept, try TestFiles.read(receipts[0]))
    try TestFiles.remove(filing.register)
    try TestFiles.remove(filing.scratch.home)
    try filing.audit("receipt", kept, says: "of a log that then had 2")
    try filing.audit("receipt", kept, says: "Self-witnessed")
    let json = try filing.audit("receipt", "--json", kept)
    #expect(json.text.contains("\"proven\":true") && json.text.contains("\"size\":2"))
    try spoil(kept)
    try filing.audit("receipt", kept, ends: 1, says: "This proves nothing")
    try filing.audit("receipt", filing.scratch.file("nothing"), ends: 74)
  }

  @Test func orphansAreRemovedByAPersonAlone() throws {
    let filing = try Filing(["a": "a"])
    let digest = Digest(Blake2b256.hash(Array("upload".utf8)))
    let path = filing.register.appending(RegisterLayout.object(digest))
    try TestFiles.write(path, "upload", mode: 0o444)
    let orphan = RawPath(RegisterLayout.object(digest))
    let listed = try filing.audit("orphans", "-0", filing.register)
    #expect(listed.output == Array(orphan.bytes) + [0])
    let sentence = "It may belong to a device that is about to come back and finish the job."
    try filing.audit("remove", filing.register, orphan, ends: 64, says: sentence)
    try filing.audit("remove", "--dry-run", filing.register, orphan, says: "Would remove")
    #expect(TestFiles.exists(path))
    try filing.audit("remove", "--yes", filing.register, orphan, says: sentence)
    #expect(!TestFiles.exists(path))
    try filing.audit("remove", "--yes", filing.register, orphan, ends: 1, says: "is no orphan")
    try filing.audit("log", filing.register, says: "entries 2, records 1")
    // The device that comes back is none the wiser, and finishes its job.
    try filing.keep(["again": "upload"])
    try filing.audit("log", "--bytes", filing.register, says: "entries 3, records 2, objects 4")
  }

  @Test func aWitnessWithoutRightsToWritePrints() throws {
    let filing = try Filing(["a": "a"])
    let key = filing.scratch.file("key")
    try filing.audit("witness", "new", key, "--name", "w.example")
    try filing.audit("witness", "new", key, "--name", "w.example", ends: 73)
    let run = try filing.audit("witness", "sign", filing.register, "--key", key, "--print")
    #expect(run.lines.last?.contains("w.example") == true)
    #expect(!TestFiles.exists(filing.register.appending("log/witness")))
    try filing.audit("witness", "sign", filing.register, "--key", key, says: "log/witness/")
  }
}
