import SparkFormat
import SparkStore
import SparkSystem
import Testing

@testable import SparkRegister

/// Roots, a key and a checkpoint that other implementations have made of the same entries.
@Suite struct VectorTests {
  static let golden: [(Int, String)] = [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "40766b2033429026f53d54502679a839706b4741f8dcaf3a8bba5f41b5ffe075"),
    (2, "2f27a5082c1d42afa488ac350a9fc4390c084f54f71ecdff859e98db8429b479"),
    (3, "a64bf26e09128f6fe2fe6f8b2d8c801e166b57c047a7cd9b2b809e7a96a2f1cb"),
    (7, "9139601cc1ca8ab2a7a0c2c134c04845f2b1ba549a83d6c845cfcda439cc585d"),
    (8, "dfcc13b9b0ca932c68de3d59eaaa8fe266a9c8091c0300e8405ebfeb0d0e5832"),
    (255, "45da9f374748e17a372f71c00422b12e2bf96842f1f61c5740fe494e4becff0f"),
    (256, "f85f4ead34080710b4d1e808301543aaab81aa04deb88599350dc26a4f2f58de"),
    (257, "918b1cec64f317c76e3cf55c0536841c039eff06772ebb8828ce7c176028b5ac"),
    (70000, "a62a54be33294ffd5a5c4c637fd754630b71a892e8356e3a666a5c8a7ffd1518"),
  ]

  @Test(arguments: VectorTests.golden) func roots(size: Int, root: String) {
    var edge = LogEdge()
    _ = edge.append((0..<size).map { Array("entry-\($0)".utf8) })
    #expect(edge.root.octets.hex == root)
  }

  @Test func keyAndCheckpoint() throws {
    let signer = NoteSigner(
      name: "register.example/spark", kind: .log, seed: (0..<32).map { UInt8($0) })
    #expect(
      signer.key.text
        == "register.example/spark+22c3e7a4+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4")
    #expect(NoteKey(signer.key.text) == signer.key)
    #expect(NoteSigner(signer.text)?.key == signer.key)
    let root = try #require(Octets32(hex: Self.golden[3].1))
    let text = Checkpoint(origin: signer.key.name, size: 3, root: root).text
    let signature = signer.sign(text)
    #expect(
      Base64Text.encode(signature.signature)
        == "IsPnpLKbAwlDNFTLph95Lnj7karNDUOwtE4nf0p3dOV3lZq1+P0dUbr010BHPEbQM0SARXNTqLYf7APetaZGIv3oqQ0="
        .suffixAfterKeyID)
    let note = SignedNote(text: text, signatures: [signature])
    #expect(try SignedNote(parsing: note.serialized) == note)
    #expect(try SignedCheckpoint(note.serialized, key: signer.key).size == 3)
  }

  @Test func tilesOfAnySize() {
    var edge = LogEdge()
    let tiles = edge.append((0..<70000).map { Array("entry-\($0)".utf8) })
    let hashes = tiles.filter { $0.path.hasPrefix("tile/0/") || $0.path.hasPrefix("tile/1/") }
    #expect(hashes.count { $0.isFull && $0.path.hasPrefix("tile/0/") } == 273)
    let partial = tiles.filter { !$0.isFull }.map(\.path).sorted()
    #expect(
      partial == [
        "tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1", "tile/entries/273.p/112",
      ])
    #expect(TilePath.hashes(level: 0, 1_234_067) == "tile/0/x001/x234/067")
  }
}

extension String {
  /// A signature line's bytes without the four of the key's id, in base64 again.
  var suffixAfterKeyID: String {
    Base64Text.encode((Base64Text.decode(utf8) ?? []).dropFirst(4))
  }
}
