import SparkFormat
import Testing

@Test(arguments: [
  ("01937acf-929b-7240-8000-000000000315", true),
  ("00000000-0000-0000-0000-000000000000", true),
  ("ffffffff-ffff-ffff-ffff-ffffffffffff", true),
  ("01937ACF-929b-7240-8000-000000000315", false),
  ("01937acf929b-7240-8000-0000000003155", false),
  ("01937acf-929b-7240-8000-00000000031", false),
  ("01937acf-929b-7240-8000-0000000003150", false),
  ("{1937acf-929b-7240-8000-000000000315", false),
  ("01937acf-929b-7240-8000-00000000031g", false),
  ("01937acf\u{2010}929b-7240-8000-000000000315", false),
  ("", false),
]) func idText(text: String, valid: Bool) {
  let id = CaptureID(text)
  #expect((id != nil) == valid)
  #expect(id.map(\.text) == (valid ? text : nil))
  #expect(CaptureID(utf8: Array("xx\(text)".utf8).dropFirst(2)) == id)
}

@Test func idsAreMintedDerivedAndOrdered() {
  var random = SeededGenerator(1)
  var ids: [CaptureID] = []
  for step in 0..<500 {
    let id = CaptureID.version7(
      milliseconds: UInt64(step) * 7_919, random: (random.next(), random.next()))
    #expect(id.version == 7 && id.low >> 62 == 2 && id.high >> 16 == UInt64(step) * 7_919)
    #expect(CaptureID(id.text) == id)
    ids.append(id)
  }
  #expect(ids.sorted() == ids && ids.map(\.text).sorted() == ids.map(\.text))
  #expect(Set(ids).count == ids.count)
  let derived = CaptureID.version8((0..<32).map { _ in 0xFF })
  #expect(derived.text == "ffffffff-ffff-8fff-bfff-ffffffffffff" && derived.version == 8)
  #expect(CaptureID.version8([]).text == "00000000-0000-8000-8000-000000000000")
}

@Test(arguments: [
  ("blake2b-256:" + String(repeating: "0e57", count: 16), true),
  ("blake2b-256:" + String(repeating: "0E57", count: 16), false),
  ("blake2b-256:" + String(repeating: "0e57", count: 15), false),
  ("blake2b-512:" + String(repeating: "0e57", count: 16), false),
  (String(repeating: "0e57", count: 19), false),
  ("", false),
]) func digestText(text: String, valid: Bool) {
  let digest = Digest(text: text)
  #expect((digest != nil) == valid)
  guard let digest else { return }
  #expect(digest.text == text && digest.hex == String(text.dropFirst(12)) && digest.shard == "0e")
  #expect(Digest(hex: digest.hex) == digest && Digest(digest.bytes) == digest)
  #expect(Digest(digest.bytes.reversed()) > digest)
}
