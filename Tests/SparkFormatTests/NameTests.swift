import SparkFormat
import Testing

@Test(arguments: [
  ("scan 1.pdf", "scan 1.pdf"), ("", ""), ("-rf", "-rf"), ("한글.txt", "한글.txt"),
  ("100%", "100%25"), ("%41", "%2541"), ("a\\b", "a%5Cb"), ("\\", "%5C"),
  (" a ", "%20a%20"), (" ", "%20"), ("  ", "%20%20"), ("a  b", "a  b"),
  ("a\nb", "a%0Ab"), ("\u{1B}[31m", "%1B[31m"), ("\u{0}\t\u{7F}", "%00%09%7F"),
  ("e\u{301}", "e\u{301}"), ("\u{E9}", "\u{E9}"), ("\u{1F600}", "\u{1F600}"),
  ("a\u{202E}gpj", "a%E2%80%AEgpj"), ("\u{2066}\u{2069}", "%E2%81%A6%E2%81%A9"),
  ("\u{200E}\u{061C}", "%E2%80%8E%D8%9C"), ("a\u{200B}b", "a%E2%80%8Bb"),
  ("\u{200D}\u{2060}", "%E2%80%8D%E2%81%A0"), ("\u{FEFF}", "%EF%BB%BF"),
  ("\u{2028}\u{2029}", "%E2%80%A8%E2%80%A9"), ("\u{85}\u{9B}", "%C2%85%C2%9B"),
  ("\u{A0}", "\u{A0}"), ("\u{2010}", "\u{2010}"), ("\u{E0041}", "%F3%A0%81%81"),
]) func namesAreEncoded(name: String, encoded: String) {
  let name = FileName(name)
  #expect(Array(name.encoded.utf8) == Array(encoded.utf8))
  #expect(FileName(encoded: encoded) == name)
}

@Test(
  arguments: [
    ([0xFF], "%FF"), ([0xC0, 0x80], "%C0%80"), ([0xED, 0xA0, 0x80], "%ED%A0%80"),
    ([0xF4, 0x90, 0x80, 0x80], "%F4%90%80%80"), ([0x61, 0xC3], "a%C3"), ([0xC3, 0x61], "%C3a"),
    ([0xE2, 0x80], "%E2%80"), ([0x80, 0xE9], "%80%E9"), ([0xF5, 0x80, 0x80, 0x80], "%F5%80%80%80"),
    ([0xE0, 0x80, 0xAF], "%E0%80%AF"), ([0xF0, 0x9F, 0x98], "%F0%9F%98"),
  ] as [([UInt8], String)]) func invalidUTF8IsEncoded(bytes: [UInt8], encoded: String)
{
  #expect(FileName(bytes).encoded == encoded)
  #expect(FileName(encoded: encoded)?.bytes == bytes)
}

@Test(
  arguments: [
    ("%", nil), ("%4", nil), ("a%", nil), ("%G0", nil), ("%0", nil), ("%%41", nil), ("%é", nil),
    ("%41", [0x41]), ("%ff%FF", [0xFF, 0xFF]), ("%2F", [0x2F]), ("%2541", [0x25, 0x34, 0x31]),
  ] as [(String, [UInt8]?)]) func encodedNamesAreDecodedOnce(text: String, bytes: [UInt8]?)
{
  #expect(FileName(encoded: text)?.bytes == bytes)
}

@Test func composedAndDecomposedNamesDiffer() {
  #expect(FileName("\u{E9}") != FileName("e\u{301}"))
  #expect(Set([FileName("\u{E9}"), FileName("e\u{301}")]).count == 2)
}

@Test(arguments: [
  ("March/site A", ["March", "site A"], false, "March/site A"),
  ("/srv/ scans /x", ["srv", " scans ", "x"], true, "/srv/%20scans%20/x"),
  ("a//b/", ["a", "b"], false, "a//b/"), ("/", [], true, "/"), ("", [], false, ""),
  ("a/\u{202E}/%2F", ["a", "\u{202E}", "%2F"], false, "a/%E2%80%AE/%252F"),
]) func paths(text: String, components: [String], absolute: Bool, encoded: String) {
  let path = FilePath(text)
  #expect(path.components == components.map { FileName($0) })
  #expect(path.isAbsolute == absolute && path.encoded == encoded)
  #expect(FilePath(encoded: encoded) == path)
  #expect(
    FilePath(components: path.components, absolute: absolute).components == path.components)
  #expect(path.appending(FileName("z")).lastComponent == FileName("z"))
}

@Test func randomNamesComeBack() {
  var random = SeededGenerator(2)
  for _ in 0..<3_000 {
    let name = FileName(random.bytes(upTo: 40))
    #expect(FileName(encoded: name.encoded) == name)
    let shown = name.encoded.utf8
    #expect(shown.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && shown.last != 0x5C)
    let path = FilePath(random.bytes(upTo: 40, without: [0]))
    #expect(FilePath(encoded: path.encoded) == path)
    _ = FileName(encoded: random.bytes(upTo: 20))
    _ = FilePath(encoded: random.bytes(upTo: 20))
  }
  #expect(FilePath(encoded: "a%2Fb") == nil && FilePath(encoded: "a%00") == nil)
}
