internal import Glibc
internal import SparkSystem

/// The three streams that a program starts with.
///
/// What it writes goes to files: no pipe fills up while the test does something else, and a
/// grandchild that keeps one open holds nobody.
struct StandardDescriptors {
  /// The test's end of the standard input, when it is a pipe.
  private(set) var inputWriter: Int32?
  private var input: Int32
  private var output: Int32?
  private var error: Int32

  init(_ call: ToolCall, output outputPath: RawPath, error errorPath: RawPath) throws {
    switch call.input {
    case .none: input = try Self.open("/dev/null", O_RDONLY)
    case .file(let path): input = try Self.open(path, O_RDONLY)
    case .bytes, .open:
      let ends = try Self.pipe()
      input = ends.reader
      inputWriter = ends.writer
      // So that a program that does not read cannot hold the test.
      _ = fcntl(ends.writer, F_SETFL, O_WRONLY | O_NONBLOCK)
    }
    switch call.output {
    case .captured: output = try Self.open(outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
    case .file(let path): output = try Self.open(path, O_WRONLY)
    case .closed: output = nil
    case .brokenPipe:
      let ends = try Self.pipe()
      close(ends.reader)
      output = ends.writer
    }
    error = try Self.open(errorPath, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
  }

  func addActions(_ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addclose(&actions, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, error, 2)
  }

  func closeChildEnds() {
    close(input)
    if let output { close(output) }
    close(error)
  }

  private static func open(_ path: RawPath, _ flags: Int32) throws -> Int32 {
    try succeed(path.withC { Glibc.open($0, flags | O_CLOEXEC, 0o600) }, "open \(path.text)")
  }

  private static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    try succeed(Glibc.pipe(&ends), "pipe")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
