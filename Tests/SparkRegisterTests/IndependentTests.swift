import SparkFormat
import SparkStore
import SparkSystem
import SparkTestKit
import Testing

@testable import SparkRegister

/// A tree that is not Spark's agrees with what Spark wrote.
@Suite struct IndependentTests {
  private static let root = RawPath(
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())

  @Test func aLogOfThousands() throws {
    let fixture = try LogFixture()
    let checkpoints = fixture.scratch.file("checkpoints")
    let proofs = fixture.scratch.file("proofs")
    for folder in [checkpoints, proofs] { try TestFiles.makeDirectory(folder) }
    var next = 0
    for batch in [1, 1, 5, 248, 1, 1, 700, 43, 2000, 1, 999] {
      let made = try fixture.record(next..<next + batch)
      next += batch
      try TestFiles.write(checkpoints.appending("\(next)"), fixture.log.checkpoint.bytes)
      for place in Set([0, batch / 2, batch - 1]) {
        try TestFiles.write(proofs.appending("\(next) \(place)"), made[place].proof)
      }
    }
    func run() throws -> ToolRun {
      try fixture.scratch.run(
        ToolCall(
          "python3",
          [
            Self.root.appending("tools/python/independent.py"), fixture.folder, checkpoints, proofs,
          ]
        ).with("PYTHONPATH", Self.root.appending(".build/python")))
    }
    let good = try run()
    #expect(good.status == 0 && good.text.hasPrefix("4000 entries, 12 roots, "), "\(good)")
    // And it would say so if they did not.
    let path = fixture.folder.appending("tile/entries/003")
    var bytes = try TestFiles.read(path)
    bytes[700] ^= 1
    try TestFiles.replace(path, bytes)
    #expect(try run().errorText.contains("another root"))
  }
}
