import SparkFormat
import SparkSystem
import SparkTestKit
import Testing

struct CeilingTests {
  static let cases = [
    Case("nowhere: refused before it is taken, with the sentence") { store in
      try store.make()
      try store.setCeiling("1000000")
      try TestFiles.write(store.file("a"), TestFiles.noise(600_000, seed: 1))
      try store.take()
      try TestFiles.write(store.file("b"), TestFiles.noise(500_000, seed: 2), mode: 0o640)
      try store.put("small", "fits")
      let before = try TestFiles.status(store.file("b"))
      let run = try store.take(ends: 3)
      let sentence =
        "600 kB of 1 MB held. These stay on this device until it has somewhere to send them. "
        + "Discard what you no longer need, or move to a cloud endpoint."
      try check(run.errorText.contains(sentence), run.errorText)
      try store.checkNote("b", sentence)
      let after = try TestFiles.status(store.file("b"))
      try check(after == before, "it was touched")
      try check(try store.bytes("small"), is: Array("fits".utf8))
      try store.setCeiling("none")
      try store.take()
      try check(try store.truths().count, is: 3)
    },
    Case("a file larger than the whole ceiling has its own sentence") { store in
      try store.make()
      try store.setCeiling("1000")
      try TestFiles.write(store.file("big"), TestFiles.noise(1001, seed: 1))
      try TestFiles.write(store.file("exact"), TestFiles.noise(1000, seed: 2))
      try store.take(ends: 3)
      try store.checkNote(
        "big",
        "This file alone (1 kB) is larger than the ceiling of 1 kB. "
          + "Raise it with spark-endpoint set --ceiling.")
      try check(try store.truths().map(\.size), is: [1000])
    },
    Case("a share fits whole or not at all") { store in
      try store.make()
      try store.setCeiling("1000000")
      let (id, photographs) = try SharesTests.share24(store)
      try store.take()
      try SharesTests.check24(store, id, photographs)
      let second = try SharesTests.share24(store)
      try store.take(ends: 3)
      try check(try store.truths().count, is: 24)
      try check(try store.left().count, is: 26)
      try store.setCeiling("none")
      try store.take()
      try check(try store.truths().count, is: 48)
      try check(try store.cat(second.id), is: photographs[0])
    },
    Case("a ledger that is wrong, torn, gone or from another boot is counted again") { store in
      try store.make()
      try store.setCeiling("1000")
      try TestFiles.write(store.file("a"), TestFiles.noise(400, seed: 1))
      try store.take()
      let ledger = store.tree.appending("held-bytes")
      let good = String(decoding: try TestFiles.read(ledger), as: UTF8.self)
      let boot = String(good.prefix { $0 != "\n" })
      for (number, text) in [
        "\(boot)\n+5000\n", "\(boot)\n+400\n+2", "", "Boot: other\n+1\n", "rubbish",
      ].enumerated() {
        try TestFiles.write(ledger, text, mode: 0o600)
        try TestFiles.write(
          store.file("b\(number)"), TestFiles.noise(100, seed: UInt64(number + 2)))
        try store.take()
      }
      try TestFiles.write(store.file("c"), TestFiles.noise(101, seed: 9))
      try store.take(ends: 3)
      try check(try store.status().contains("900 bytes of 1 kB held."), try store.status())
    },
    Case("by default 750,000,000 bytes") { store in
      try TestFiles.writeSparse(store.file("fits"), size: 700_000_000)
      try store.take()
      try TestFiles.writeSparse(store.file("does-not"), size: 50_000_001)
      try store.take(ends: 3)
      try store.checkNote(
        "does-not",
        "700 MB of 750 MB held. These stay on this device until it has somewhere to send them. "
          + "Discard what you no longer need, or move to a cloud endpoint.")
      try TestFiles.writeSparse(store.file("does"), size: 50_000_000)
      try store.take(ends: 3)
      try check(try store.truth("does").size, is: 50_000_000)
    },
  ]

  @Test func ceiling() { #expect(Case.failures(of: Self.cases) == []) }
}
