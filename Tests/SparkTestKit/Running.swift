internal import Glibc
public import SparkSystem
internal import Synchronization

/// A program that was started, in a process group of its own, which is killed with this value.
public final class Running {
  /// The process, which leads its group.
  public let pid: Int32
  private let output: RawPath
  private let error: RawPath
  private var input: Int32?
  private var unwritten: ArraySlice<UInt8>
  private var isInputOpen: Bool
  private var end: (status: Int32, timedOut: Bool)?

  // A pipe's ends get close-on-exec only after they are made, so one program starts at a time.
  private static let starting = Mutex(())

  init(_ call: ToolCall, _ scratch: Scratch) throws {
    let number = scratch.nextRun()
    output = scratch.streams.appending("\(number).output")
    error = scratch.streams.appending("\(number).error")
    let words = try call.words()
    let variables = call.variables(scratch)
    (unwritten, isInputOpen) =
      switch call.input {
      case .bytes(let bytes): (bytes[...], false)
      case .open: ([], true)
      case .none, .file: ([], false)
      }
    (pid, input) = try Self.starting.withLock { [output, error] _ in
      let standard = try StandardDescriptors(call, output: output, error: error)
      defer { standard.closeChildEnds() }
      let pid = try Self.spawn(words, variables, standard)
      return (pid, standard.inputWriter)
    }
    feed()
  }

  deinit {
    if end == nil {
      kill(-pid, SIGKILL)
      reap()
    }
    if let input { close(input) }
  }

  /// Whether it has not ended.
  public var isRunning: Bool {
    feed()
    return !hasEnded(timedOut: false)
  }

  /// What it has written to standard output so far.
  public func outputSoFar() throws -> [UInt8] {
    feed()
    return TestFiles.exists(output) ? try TestFiles.read(output) : []
  }

  /// What it has written to standard error so far, as text.
  public func errorSoFar() throws -> String {
    feed()
    return String(decoding: try TestFiles.read(error), as: UTF8.self)
  }

  /// Writes more to its standard input, which was left open.
  public func send(_ bytes: [UInt8]) {
    unwritten += bytes
    feed()
  }

  /// Ends its standard input once all is written.
  public func endInput() {
    isInputOpen = false
    feed()
  }

  /// Sends a signal to the process alone.
  public func signal(_ number: Int32) {
    if end == nil { kill(pid, number) }
  }

  /// Kills the process and everything it started.
  public func killAll() {
    if end == nil { kill(-pid, SIGKILL) }
  }

  /// Waits for its end; after the time is over its whole group is killed.
  public func wait(timeout: Double = 120) throws -> ToolRun {
    let last = Clock.monotonic() + Int64(timeout * 1e9)
    var nap: UInt32 = 200
    while !hasEnded(timedOut: false) {
      feed()
      if Clock.monotonic() > last {
        kill(-pid, SIGKILL)
        while !hasEnded(timedOut: true) { usleep(1000) }
      }
      usleep(nap)
      nap = min(nap * 2, 5000)
    }
    let status = end?.status ?? 0
    let signal = status & 0x7f
    return ToolRun(
      status: signal == 0 ? status >> 8 & 0xff : nil, signal: signal == 0 ? nil : signal,
      timedOut: end?.timedOut ?? false, output: try outputSoFar(), error: try TestFiles.read(error))
  }

  private func hasEnded(timedOut: Bool) -> Bool {
    if end != nil { return true }
    var info = siginfo_t()
    let result = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
    guard result == 0, info.si_signo == SIGCHLD else { return false }
    // While the leader is not reaped its number cannot be another group's.
    kill(-pid, SIGKILL)
    end = (reap(), timedOut)
    return true
  }

  @discardableResult
  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private func feed() {
    guard let number = input else { return }
    while !unwritten.isEmpty {
      let written = unwritten.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if written < 0, errno == EAGAIN { return }
      if written < 0 {
        unwritten = []
        isInputOpen = false
        break
      }
      unwritten = unwritten.dropFirst(written)
    }
    guard !isInputOpen else { return }
    close(number)
    input = nil
  }

  private static func spawn(
    _ words: [RawPath], _ variables: [RawPath], _ standard: StandardDescriptors
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    standard.addActions(&actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The tests ignore these; a program under test starts as a shell would start it.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGIO, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var pid: pid_t = 0
    let result = withCArray(words) { argv in
      withCArray(variables) { environment in
        posix_spawnp(&pid, argv[0].unsafelyUnwrapped, &actions, &attributes, argv, environment)
      }
    }
    if result != 0 {
      throw TestKitError("cannot start \(words[0].text): \(String(cString: strerror(result)))")
    }
    return pid
  }

  private static func withCArray<Result>(
    _ words: [RawPath], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = words.map { word in word.withC { strdup($0) } } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}

extension Scratch {
  /// Starts a program in this scratch directory's surroundings.
  public func start(_ call: ToolCall) throws -> Running { try Running(call, self) }

  /// Starts a program in this scratch directory's surroundings.
  public func start(_ program: String, _ arguments: [RawPath] = []) throws -> Running {
    try start(ToolCall(program, arguments))
  }

  /// Runs a program to its end.
  public func run(_ call: ToolCall, timeout: Double = 120) throws -> ToolRun {
    try start(call).wait(timeout: timeout)
  }

  /// Runs a program to its end.
  @discardableResult
  public func run(_ program: String, _ arguments: [RawPath] = [], timeout: Double = 120) throws
    -> ToolRun
  {
    try run(ToolCall(program, arguments), timeout: timeout)
  }
}
