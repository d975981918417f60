import SparkFormat
import Testing

@Suite struct Base64TextTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]) func vectorsOfRFC4648(bytes: String, text: String) {
    #expect(Base64Text.encode(Array(bytes.utf8)) == text)
    #expect(Base64Text.decode(text.utf8) == Array(bytes.utf8))
  }

  @Test func everyByteThereAndBack() {
    let bytes = (0...255).map { UInt8($0) }
    for count in 0...bytes.count {
      let part = Array(bytes[..<count])
      #expect(Base64Text.decode(Base64Text.encode(part).utf8) == part)
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg==Zg==", "Zm9=", "Zh==", "Zm9v=", "=", "====", "Z===", "Zm 9", "Zm-_",
    "Zg==\n",
    "Zm9vZ===",
  ]) func whatIsNotCanonicalIsRefused(text: String) {
    #expect(Base64Text.decode(text.utf8) == nil)
  }
}
