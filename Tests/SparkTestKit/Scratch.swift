internal import Glibc
public import SparkSystem
internal import Synchronization

/// A directory of one test's own, removed with this value; below `SPARK_TEST_DIR`, else `/var/tmp`.
public final class Scratch: Sendable {
  /// The directory.
  public let path: RawPath
  /// Where the store goes; a tool makes it.
  public let home: RawPath
  /// An inbox; it is there and empty.
  public let inbox: RawPath
  /// Where a register goes; a tool makes it.
  public let register: RawPath
  let streams: RawPath
  private let runs = Atomic<Int>(0)

  /// Makes the directory.
  public convenience init() throws {
    try self.init(in: RawPath(Environment.bytes("SPARK_TEST_DIR") ?? Array("/var/tmp".utf8)))
  }

  /// Makes the directory in another one, for example on a mounted file system.
  public init(in parent: RawPath) throws {
    Environment.prepareProcess()
    var template = Array(parent.appending("spark-test-XXXXXX").bytes) + [0]
    let made = template.withUnsafeMutableBytes { raw in
      mkdtemp(raw.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)) != nil
    }
    try succeed(made ? 0 : -1, "mkdtemp in \(parent.text)")
    path = RawPath(template.dropLast())
    home = path.appending("home")
    inbox = path.appending("inbox")
    register = path.appending("register")
    streams = path.appending(".streams")
    // Other users of a test pass through, and see nothing else.
    try TestFiles.setMode(path, 0o711)
    try TestFiles.makeDirectory(inbox)
    try TestFiles.makeDirectory(streams, mode: 0o700)
  }

  deinit { try? TestFiles.remove(path) }

  /// A path in here.
  public func file(_ name: String) -> RawPath { path.appending(name) }

  /// A path in here, by bytes.
  public func file(_ name: [UInt8]) -> RawPath { path.appending(name) }

  /// The register directory as an address.
  public var address: RawPath { RawPath("file://" + register.text) }

  func nextRun() -> Int { runs.wrappingAdd(1, ordering: .relaxed).newValue }
}
