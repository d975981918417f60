public import SparkSystem

/// A command line with its surroundings, ready to be run.
public struct ToolCall: Sendable {
  /// What a program reads from.
  public enum Input: Sendable {
    /// Nothing at all.
    case none
    /// A pipe that delivers these bytes and ends.
    case bytes([UInt8])
    /// A pipe that stays open until `Running.endInput()`.
    case open
    /// A file.
    case file(RawPath)
  }

  /// Where a program's standard output goes.
  public enum Target: Sendable {
    /// To the test.
    case captured
    /// To a file that exists, such as `/dev/full`.
    case file(RawPath)
    /// Nowhere: the stream is closed.
    case closed
    /// Into a pipe that nobody reads any more.
    case brokenPipe
  }

  var program: String
  var arguments: [RawPath]
  /// What it reads.
  public var input = Input.none
  /// Where its output goes.
  public var output = Target.captured
  /// More variables; nil takes one away.
  public var environment: [String: RawPath?] = [:]
  /// Another user to run as, by number; needs root.
  public var user: UInt32?
  /// The groups that this user is in besides the one of the same number.
  public var groups: [UInt32] = []
  /// The words of another program that runs it: `strace`, `setsid -w`.
  public var wrapper: [RawPath] = []
  /// Another working directory than the test's.
  public var directory: RawPath?

  /// A tool of the build by its name, or any program; arguments are bytes.
  public init(_ program: String, _ arguments: [RawPath] = []) {
    self.program = program
    self.arguments = arguments
  }

  /// The same as another user, who may be in more groups.
  public func asUser(_ user: UInt32, groups: [UInt32] = []) -> ToolCall {
    var call = self
    call.user = user
    call.groups = groups
    return call
  }

  /// The same run by another program, which stands before it on the command line.
  public func under(_ words: [RawPath]) -> ToolCall {
    var call = self
    call.wrapper = words
    return call
  }

  /// The same with these bytes on standard input.
  public func reading(_ bytes: [UInt8]) -> ToolCall {
    var call = self
    call.input = .bytes(bytes)
    return call
  }

  /// The same with its standard output elsewhere.
  public func writing(to target: Target) -> ToolCall {
    var call = self
    call.output = target
    return call
  }

  /// The same with one more variable.
  public func with(_ name: String, _ value: RawPath?) -> ToolCall {
    var call = self
    call.environment[name] = .some(value)
    return call
  }

  /// The words that are executed, the helpers that change user and directory first.
  func words() throws -> [RawPath] {
    var words: [RawPath] = []
    if let directory { words += ["env", "-C", directory] }
    if let user {
      // setpriv keeps its capabilities until it executes: the program is found even in a build that
      // lies in a closed home, and is then as powerless as the user.
      words += [
        "setpriv", RawPath("--reuid=\(user)"), RawPath("--regid=\(user)"),
        groups.isEmpty
          ? "--clear-groups"
          : RawPath("--groups=\(groups.map(String.init).joined(separator: ","))"), "--",
      ]
    }
    return words + wrapper + [try BuiltTools.path(program)] + arguments
  }

  func variables(_ scratch: Scratch) -> [RawPath] {
    var all: [String: RawPath?] = [
      "HOME": scratch.path, "LC_ALL": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "SPARK_ALLOW_PURGEABLE": "1", "SPARK_CONFIG": scratch.file("config"),
      "SPARK_HOME": scratch.home, "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC",
    ]
    for kept in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = Environment.bytes(kept) { all[kept] = RawPath(value) }
    }
    all.merge(environment) { $1 }
    return all.compactMap { name, value in value.map { RawPath(Array("\(name)=".utf8) + $0.bytes) }
    }
  }
}
