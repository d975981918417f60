import SparkFormat
import Testing

@Test func treesStandWhereTheLayoutSays() {
  let id = Samples.id
  let time = Samples.time
  let paths = [
    (TreeLayout.truth(id, time), "captures/2026/11/\(id.text)"),
    (TreeLayout.receipt(id, time), "captures/2026/11/\(id.text).receipt"),
    (TreeLayout.sealed(id, time), "captures/2026/11/\(id.text).sealed"),
    (TreeLayout.held(id), "held/\(id.text)"),
    (TreeLayout.object(Samples.digest), "objects/00/\(Samples.digest.hex)"),
    (TreeLayout.shared(Samples.digest), "shared/\(Samples.digest.hex)"),
    (TreeLayout.row(id, .staged), "outbox/staged/\(id.text)"),
    (TreeLayout.carried(id, .uploading, carrier: "c"), "outbox/uploading/c/\(id.text)"),
    (TreeLayout.carrier("c"), "carriers/c"),
    (MomentPlace.plain(id, time).path, "moments/2026/11/\(id.text)"),
    (RegisterLayout.object(Samples.digest), "objects/00/\(Samples.digest.hex)"),
    (StoreLayout.inboxPolicy("scans"), "inboxes/scans"),
    (StoreLayout.inboxNotes("scans"), "inboxes/scans.notes"),
    (StoreLayout.inboxSeen("scans"), "inboxes/scans.seen"),
    (InboxLayout.claims(tree: id), ".spark/claims/\(id.text)"),
  ]
  for (path, expected) in paths { #expect(path == expected) }
  for directories in [
    TreeLayout.fixedDirectories, RegisterLayout.fixedDirectories(isSealed: false),
    RegisterLayout.fixedDirectories(isSealed: true),
  ] {
    #expect(Set(directories).count == directories.count)
    var made: Set<String> = [""]
    for directory in directories {
      let parent = directory.split(separator: "/").dropLast().joined(separator: "/")
      #expect(made.contains(parent))
      made.insert(directory)
    }
    #expect(made.isSuperset(of: ["objects/00", "objects/0e", "objects/ff", "tmp"]))
  }
  #expect(TreeLayout.fixedDirectories.filter { $0.hasPrefix("outbox/") }.count == 9)
}

@Test(arguments: [
  ("endpoints/1", 1), ("endpoints/120", 120), ("endpoints/0", nil), ("endpoints/01", nil),
  ("endpoints/", nil), ("endpoints/1/", nil), ("./endpoints/1", nil), ("/endpoints/1", nil),
  ("endpoints/-1", nil), ("endpoints/1/..", nil), ("endpoints/99999999999999999999", nil),
  ("", nil),
]) func linksNameTrees(link: String, number: Int?) {
  #expect(StoreLayout.treeNumber(fromLink: link) == number)
  if let number { #expect(StoreLayout.tree(number) == link) }
}

@Test(arguments: [
  ("scan 1.pdf", "scan 1.pdf"), ("March/site A/x", "March%2Fsite A%2Fx"), ("100%", "100%25"),
  ("%2F", "%252F"), ("share", "%73hare"), ("Share", "Share"), ("a/share", "a%2Fshare"),
  ("%73hare", "%2573hare"), (".hidden", ".hidden"), ("e\u{301}\n", "e\u{301}\n"),
]) func claimsCarryTheirPath(path: String, name: String) throws {
  let claim = Array("\(Samples.id.text).\(name)".utf8)
  #expect(InboxLayout.claimName(Samples.id, path: FilePath(path)) == .flat(claim))
  let parsed = try #require(InboxLayout.parseClaim(claim))
  #expect(parsed.id == Samples.id && parsed.kind == .flat(FilePath(path)))
}

@Test(
  arguments: [
    (".share", .share), ("", .nested), (".", nil), ("x", nil), (".%", nil), (".%2f", nil),
    (".%41", nil), (".%2Fetc", nil), (".a%2F..%2Fb", nil), ("...", nil), ("..", nil),
    (".a%2F", nil), (".a%2F%2Fb", nil), (".%2E%2E", nil),
  ] as [(String, ClaimKind?)]) func claimsAreRead(rest: String, kind: ClaimKind?)
{
  #expect(InboxLayout.parseClaim(Array((Samples.id.text + rest).utf8))?.kind == kind)
  #expect(InboxLayout.parseClaim(Array(("X" + Samples.id.text + rest).utf8)) == nil)
}

@Test func longAndRandomClaims() {
  let id = Samples.id
  #expect(InboxLayout.shareName(id) == "\(id.text).share")
  #expect(InboxLayout.parseClaim([]) == nil)
  for (count, nested) in [(218, false), (219, true), (255, true), (4_000, true)] {
    let path = FilePath(Array(repeating: 0x61, count: count))
    #expect((InboxLayout.claimName(id, path: path) == .nested) == nested)
  }
  let slashes = FilePath(Array("a/".utf8) + Array(repeating: 0x25, count: 73))
  #expect(InboxLayout.claimName(id, path: slashes) == .nested)
  var random = SeededGenerator(6)
  for _ in 0..<2_000 {
    let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      FileName([0x61] + random.bytes(upTo: 60, without: [0, 0x2F]))
    }
    let path = FilePath(components: names)
    if case .flat(let name) = InboxLayout.claimName(id, path: path) {
      #expect(name.count <= 255 && InboxLayout.parseClaim(name)?.kind == .flat(path))
    } else {
      #expect(path.bytes.count > 70)
    }
    _ = InboxLayout.parseClaim(id.utf8 + random.bytes(upTo: 30))
  }
}

@Test func seedsAreAsTheLayoutSays() {
  let id = Samples.id
  #expect(
    Derivation.shareFileSeed(share: id, place: 12)
      == Array("spark-share-file\u{0}\(id.text)\u{0}12".utf8))
  let hex = Samples.digest.hex
  #expect(
    Derivation.keepSeed(inbox: [0x2F, 0xFF], path: [0x61], object: Samples.digest, previous: nil)
      == Array("spark-keep\u{0}/".utf8) + [0xFF] + Array("\u{0}a\u{0}\(hex)\u{0}".utf8))
  #expect(
    Derivation.keepSeed(inbox: [], path: [], object: Samples.digest, previous: id)
      == Array("spark-keep\u{0}\u{0}\u{0}\(hex)\u{0}\(id.text)".utf8))
}
