import SparkSystem
import Testing

@Suite struct PublishTests {
  @Test func aTakenNameIsNotReplaced() throws {
    let directory = try Directory(path: "/var/tmp")
    let name = RawPath("spark-publish-\(Entropy.pair().0)")
    #expect(try directory.makeDirectory(name))
    defer { try? directory.removeTree(name) }
    let inner = try directory.directory(name)
    try inner.create("a", Array("1".utf8), mode: 0o444)
    try inner.create("b", Array("2".utf8), mode: 0o444)
    #expect(try !inner.linkNew("a", to: inner, "b"))
    #expect(try !inner.renameNew("a", to: inner, "b"))
    #expect(try inner.contents("b") == Array("2".utf8))
    #expect(try inner.move("a", to: inner, "c"))
    #expect(try !inner.move("a", to: inner, "c"))
  }
}
