import Testing

@testable import SparkCommand

struct JSONWriterTests {
  @Test func orderAndCommas() {
    var json = JSONWriter()
    json.object { json in
      json.member("z", 1)
      json.member("a", String?.none)
      json.array("list") { json in
        json.element("x")
        json.element(Int64.min)
        json.object { $0.member("yes", true) }
        json.array { _ in }
        json.element(nil)
      }
      json.object("empty") { _ in }
      json.member("size", Int64?.some(5))
      json.null("n")
    }
    #expect(
      json.text == #"{"z":1,"a":null,"list":["x",-9223372036854775808,{"yes":true},[],null],"#
        + #""empty":{},"size":5,"n":null}"#)
  }

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#), ("\n\r\t\0\u{1B}\u{7F}", #""\n\r\t\u0000\u001B\u007F""#),
    ("\u{2028}\u{2029}\u{85}\u{202E}", #""\u2028\u2029\u0085\u202E""#),
    ("사진 😀 e\u{301}", "\"사진 😀 e\u{301}\""),
    ("\r\n", #""\r\n""#),
  ])
  func strings(_ value: String, _ expected: String) {
    var json = JSONWriter()
    json.element(value)
    #expect(Array(json.text.utf8) == Array(expected.utf8))
  }
}
