import SparkSystem
import SparkTestKit
import Testing

@testable import SparkSeal

/// Files sealed and opened in pieces, on one thread and on several.
@Suite struct FileTests {
  let scratch: Scratch
  let directory: Directory
  let identity = Identity.fresh()
  let sealer = FileSealer()
  let opener = FileOpener()

  init() throws {
    scratch = try Scratch()
    directory = try Directory(path: scratch.path)
  }

  /// Sizes around a chunk (64 KiB) and a group of four, and one that several threads share.
  static let sizes = AgeTests.sizes + [262_143, 262_144, 262_145, 3_000_000, 34_000_001]

  private func put(_ bytes: [UInt8]) throws -> Descriptor {
    try TestFiles.write(scratch.file("plain"), bytes)
    return try Descriptor(named: scratch.file("plain"))
  }

  private func seal(_ bytes: [UInt8], _ recipients: [Recipient], threads: Int = 1) throws
    -> [UInt8]
  {
    try directory.remove("sealed")
    let target = try directory.newFile("sealed", mode: 0o600)
    let made = try sealer.seal(
      try put(bytes), size: Int64(bytes.count), to: target, recipients: recipients,
      threads: threads)
    let sealed = try TestFiles.read(scratch.file("sealed"))
    #expect(made.size == sealed.count)
    #expect(made.digest == Blake2b256.hash(sealed))
    return sealed
  }

  private func open(_ sealed: [UInt8], threads: Int = 1) throws -> (OpenError?, [UInt8]) {
    try TestFiles.write(scratch.file("sealed"), sealed)
    var released: [UInt8] = []
    do throws(OpenError) {
      let size = try opener.open(
        try reopened(), identities: [identity], threads: threads
      ) { bytes throws(SparkError) in released += bytes }
      #expect(size == released.count)
    } catch { return (error, released) }
    return (nil, released)
  }

  private func reopened() throws(OpenError) -> Descriptor {
    do { return try Descriptor(named: scratch.file("sealed")) } catch { throw .system(error) }
  }

  @Test func roundTrips() throws {
    try TestFiles.write(scratch.file("key"), identity.text + "\n", mode: 0o600)
    for size in Self.sizes {
      let plain = TestFiles.noise(size, seed: UInt64(size))
      for threads in size < 262_144 ? [1, 2] : [1, 2, 5] {
        let sealed = try seal(plain, [identity.recipient], threads: threads)
        #expect(sealed.count == 168 + 16 + size + 16 * max(1, (size + 65535) / 65536))
        #expect(try Age.open(sealed, with: [identity]) == plain, "\(size), \(threads)")
        let (failure, opened) = try open(sealed, threads: threads)
        #expect(failure == nil && opened == plain, "\(size), \(threads)")
      }
      let run = try scratch.run("age", ["-d", "-i", scratch.file("key"), scratch.file("sealed")])
      #expect(run.status == 0 && run.output == plain, "\(size): \(run.errorText)")
      let theirs = try scratch.run(
        "age", ["-r", RawPath(identity.recipient.text), "-o", "-", scratch.file("plain")])
      let (failure, opened) = try open(theirs.output, threads: 2)
      #expect(failure == nil && opened == plain, "\(size), from age")
    }
  }

  @Test func manyRecipients() throws {
    let many = (0..<100).map { _ in Identity.fresh().recipient } + [identity.recipient]
    let plain = TestFiles.noise(300_000, seed: 5)
    for threads in [1, 2] {
      let (failure, opened) = try open(try seal(plain, many, threads: threads))
      #expect(failure == nil && opened == plain)
    }
  }

  @Test func everyChangeIsSeen() throws {
    let plain = TestFiles.noise(600_000, seed: 6)
    let sealed = try seal(plain, [identity.recipient])
    let places = [0, 30, 100, 150, 167, 168, 183, 184, 65_719, 65_720, 65_735, 65_736, 262_400]
    for place in places + [sealed.count - 17, sealed.count - 1] {
      var changed = sealed
      changed[place] ^= 1 << (place % 8)
      let chunk = max(0, place - 184) / Chunk.sealedSize
      for threads in [1, 3] {
        let (failure, opened) = try open(changed, threads: threads)
        #expect(failure != nil, "bit at \(place)")
        // All chunks before the changed one, and nothing of it.
        #expect(opened == Array(plain[..<(chunk * Chunk.size)]), "bit at \(place)")
      }
    }
    for length in places + [sealed.count - 17, sealed.count - 16, sealed.count - 1, 131_288] {
      let (failure, opened) = try open(Array(sealed[..<length]), threads: 2)
      #expect(failure != nil, "cut at \(length)")
      #expect(opened.count < plain.count && plain.starts(with: opened), "cut at \(length)")
    }
    for tail in [[0], [UInt8](repeating: 0, count: 100_000)] as [[UInt8]] {
      let (failure, _) = try open(sealed + tail, threads: 2)
      #expect(failure != nil, "\(tail.count) more bytes")
    }
    // Two chunks that have changed places.
    var swapped = sealed
    let (first, second) = (184..<65_736, 65_736..<131_288)
    swapped.replaceSubrange(first, with: sealed[second])
    swapped.replaceSubrange(second, with: sealed[first])
    let (failure, opened) = try open(swapped, threads: 2)
    #expect(failure != nil && opened.isEmpty)
  }

  @Test(arguments: [1, 2]) func whatFailsIsSaid(threads: Int) throws {
    let bytes = TestFiles.noise(2_000_000, seed: 7)
    let source = try put(bytes)
    let recipients = [identity.recipient]
    let full = try Directory(path: "/dev").fileToAppend("full")
    #expect(throws: SparkError("write", "", errno: 28)) {
      try sealer.seal(
        source, size: 2_000_000, to: full, recipients: recipients, threads: threads)
    }
    let target = try directory.newFile("target", mode: 0o600)
    for size in [2_000_001, 9_000_000] as [Int64] {
      #expect(throws: SparkError(.damaged, "", "", "")) {
        try sealer.seal(source, size: size, to: target, recipients: recipients, threads: threads)
      }
    }
    #expect(throws: SparkError(.configuration, "", "", "")) {
      try sealer.seal(source, size: 1, to: target, recipients: [], threads: threads)
    }
    _ = try seal(bytes, recipients)
    var taken = 0
    var failure: OpenError?
    do throws(OpenError) {
      try opener.open(try reopened(), identities: [identity], threads: threads) {
        bytes throws(SparkError) in
        if taken > 0 { throw SparkError(.full, "write", "x", "full") }
        taken += bytes.count
      }
    } catch { failure = error }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.code == .full && taken > 0 && taken < 2_000_000)
  }

  @Test func aHeaderWithoutEndIsRefused() throws {
    let endless = Array("age-encryption.org/v1\n".utf8) + [UInt8](repeating: 45, count: 3_000_000)
    let (failure, _) = try open(endless)
    guard case .seal(.header) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}
